import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { copyFrom } from './clipboard.ts'
import { expect, test } from './fixtures.ts'

test.use({ ownServer: true })

test(
  'the help of an upload page tells what the browser can do, and how fast',
  { tag: '@thorough' },
  async ({ api, server, stranger }) => {
    const { id, link_token } = await api.json<{ id: number; link_token: string }>('POST', '/folders/', {
      title: 'A',
    })
    const { page } = await stranger.open(`/upload/${link_token}`)
    await stranger.expectReady()
    await page.getByText('Help', { exact: true }).click()
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText('yes · encryption beside the page')).toBeVisible()
    await page.getByRole('button', { name: 'Test the speed' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The test is done.' })).toHaveCount(1, {
      timeout: 60_000,
    })
    for (const name of ['Hashing', 'Encrypting', 'Sending']) {
      await expect(page.locator('dt', { hasText: name }).locator('+ dd')).toHaveText(
        /^[1-9][\d.]* [KMG]B\/s \([\d.]+ Mbit\/s\)$/,
      )
    }
    await expectAccessible(page)

    await page.context().grantPermissions(['clipboard-write'])
    const text = await copyFrom(page.getByRole('main'), 'Copy as text')
    expect(text).toContain('Browser: ')
    expect(text).toMatch(/^Sending: [1-9]/m)
    expect(text).not.toContain(link_token)

    // What was sent is gone, and never was a file.
    expect(await api.json('GET', `/folders/${id}/files`)).toEqual([])
    await expect(async () => {
      const stored = await readdir(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      expect(stored.filter((entry) => entry.isFile())).toEqual([])
    }).toPass()
  },
)
