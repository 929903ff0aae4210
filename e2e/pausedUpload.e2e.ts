import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { launchOptions } from './launchOptions.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test } from './fixtures.ts'
import { makeVideoFolder, pagesBesideVideo, sha256OfFile, writeRandomFile } from './sampleFiles.ts'

// Only a whole browser keeps a screen awake.
test.use({ launchOptions })

const MiB = 1024 * 1024

test(
  'a paused upload sends nothing, goes on, and leaves a receipt of everything; cancel keeps what is stored',
  { tag: '@thorough' },
  async ({ admin, stranger, server, workDir }) => {
    const { page } = stranger
    await page.addInitScript(() => {
      // What the page asks of the laptop, besides doing it.
      const asked: string[] = []
      Object.assign(window, { asked })
      const request = navigator.wakeLock.request.bind(navigator.wakeLock)
      navigator.wakeLock.request = async (type) => {
        asked.push('awake')
        const lock = await request(type)
        lock.addEventListener('release', () => asked.push('asleep'))
        return lock
      }
      navigator.setAppBadge = (percent) => {
        asked.push(`badge ${percent}`)
        return Promise.resolve()
      }
      navigator.clearAppBadge = () => {
        asked.push('no badge')
        return Promise.resolve()
      }
    })
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
    // More than is sealed ahead: the rest is read after the pause.
    await makeVideoFolder(join(workDir, 'box'), 160 * MiB)
    const proxy = await FaultyProxy.start(server.origin)
    await stranger.open(proxy.through(await admin.createFolder('Pause')))
    await stranger.drop([join(workDir, 'box')])
    await page.getByRole('button', { name: /^box/ }).click()
    await expect(page.getByRole('listitem').nth(1)).toContainText('page 1.bin')
    await expect(page.getByRole('listitem').nth(2)).toContainText('page 2.bin')
    const held = proxy.holdAt(30 * MiB)
    await stranger.startUpload()
    await held
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await expect(page).toHaveTitle(/^Paused at \d+% · /)
    await expectAccessible(page)
    proxy.resume()
    // What was being sent has stopped: the proxy sees no connection of an upload any more.
    await expect.poll(() => proxy.openRequests).toBe(0)
    const before = proxy.bodyBytes
    await page.waitForTimeout(1000)
    expect(proxy.bodyBytes).toBe(before)

    await test.step('a file that changes meanwhile fails by itself', async () => {
      const video = join(workDir, 'box', 'video.bin')
      await truncate(video, 159 * MiB)
      await page.getByRole('button', { name: 'Resume' }).click()
      // First what goes away by itself.
      const outcome = page.getByText(`Batch processed: ${pagesBesideVideo} succeeded, 1 failed.`)
      await expect(outcome.first()).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText('Some files failed to upload. Check file statuses.')).toBeVisible()
      const row = page.getByRole('listitem').filter({ hasText: 'video.bin' })
      await expect(row).toContainText('The file changed or can no longer be read.')
    })
    await test.step('and is sent as it is now when it is tried again', async () => {
      await page.getByRole('button', { name: 'Retry failed' }).click()
      await stranger.expectAllReceived(1)
    })
    await test.step('the laptop stays awake while bytes move, and the icon counts', async () => {
      const awake = async () => (await asked()).filter((one) => !one.includes('badge'))
      await expect.poll(awake).toEqual(['awake', 'asleep', 'awake', 'asleep', 'awake', 'asleep'])
      const all = await asked()
      const percents = all.filter((one) => one.startsWith('badge ')).map((one) => Number(one.slice(6)))
      expect(percents.length).toBeGreaterThan(2)
      expect(Math.max(...percents)).toBeLessThanOrEqual(100)
      expect(all.filter((one) => one.includes('badge')).at(-1)).toBe('no badge')
    })
    await test.step('the receipt has all of it', async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download receipt' }).click()
      const receipt = await saving
      expect(receipt.suggestedFilename()).toMatch(/^Upload_Receipt_Cumulative_[\dT-]+\.txt$/)
      const text = await readFile(await receipt.path(), 'utf8')
      expect(text).toContain(`Total files: ${pagesBesideVideo + 1}`)
      expect(text).toContain('box/video.bin - 159.00 MB')
      expect(text).toContain(`. ${await sha256OfFile(join(workDir, 'box', 'video.bin'))} #`)
      expect(text.match(/^\d+\. [0-9a-f]{64} #\d+\r$/gm)).toHaveLength(pagesBesideVideo + 1)
    })
    await test.step('cancel stops at once, and the rest waits', async () => {
      await writeRandomFile(join(workDir, 'other.bin'), 30 * MiB)
      await stranger.chooseFiles([join(workDir, 'other.bin')])
      const again = proxy.holdAt(proxy.bodyBytes + 5 * MiB)
      await stranger.startUpload()
      await again
      await page.getByRole('button', { name: 'Cancel' }).click()
      const question = page.getByRole('dialog', { name: 'Cancel the upload?' })
      await expect(question).toContainText(
        /1 file is under way and not confirmed: the [\d.]+\sM?B that have arrived/,
      )
      await expect(question).toContainText('No file is confirmed yet.')
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Keep uploading' }).click()
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await question.getByRole('button', { name: 'Cancel upload' }).click()
      await stranger.expectQueued(1)
      proxy.resume()
      await page.reload()
      await stranger.expectReady()
      await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toHaveCount(0)
    })
    await proxy.stop()
  },
)
