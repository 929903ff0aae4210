import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expectFitsOnPhones } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { sha256OfFile, writeRandomFile } from './sampleFiles.ts'

const rowsOf = (page: Page) => page.getByRole('region', { name: 'New', exact: true }).getByRole('listitem')

test('two deliveries are two rows above the folders, newest first, each there until its files are saved', async ({
  admin,
  account,
  stranger,
  workDir,
}) => {
  const { page } = admin
  const link = await admin.createFolder('Berger')
  const paths = ['a.bin', 'b.bin', 'c.bin'].map((name) => join(workDir, name))
  for (const path of paths) await writeRandomFile(path, 40_000)
  await admin.goTo()
  await expect(page.getByRole('row').getByRole('link', { name: 'Berger' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'New', exact: true })).toHaveCount(0)

  for (const files of [paths.slice(0, 2), paths.slice(2)]) {
    await stranger.open(link)
    await stranger.chooseFiles(files)
    await stranger.startUpload()
    await stranger.expectAllReceived(files.length)
  }
  await admin.goTo()
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Berger')
  await expect(rows.nth(0)).toContainText('1 new file')
  await expect(rows.nth(1)).toContainText('2 new files')
  await expectAccessible(page)
  await expectFitsOnPhones(page)

  await test.step('those of the older one come as an archive, by keyboard', async () => {
    const saving = page.waitForEvent('download')
    await rows.nth(1).getByRole('button', { name: 'Download all' }).press('Enter')
    await unlockKey(page, account.password)
    const hashes = await hashesOfArchive(await (await saving).path())
    expect(Object.fromEntries(hashes)).toEqual({
      'a.bin': await sha256OfFile(join(workDir, 'a.bin')),
      'b.bin': await sha256OfFile(join(workDir, 'b.bin')),
    })
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused()
    await expect(rows.nth(0)).toContainText('1 new file')
  })

  await test.step('a single file by its name', async () => {
    const saving = page.waitForEvent('download')
    await rows.getByRole('button', { name: 'Download all' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('c.bin')
    expect(await sha256OfFile(await saved.path())).toBe(await sha256OfFile(join(workDir, 'c.bin')))
    await expect(page.getByRole('region', { name: 'New', exact: true })).toHaveCount(0)
  })
})
