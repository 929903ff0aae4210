import { appendFile, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pasteFile } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test } from './fixtures.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { makeVideoFolder, pagesBesideVideo } from './sampleFiles.ts'

const MiB = 1024 * 1024

test('a folder that was interrupted goes on when it is chosen again, without what has changed', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  const folder = join(workDir, 'box')
  await makeVideoFolder(folder, 18 * MiB)
  const proxy = await FaultyProxy.start(server.origin)
  const link = proxy.through(await admin.createFolder('Again'))
  const { page } = stranger
  await stranger.open(link)
  await stranger.chooseFolder(folder)

  await test.step('another tab does not take what this one is sending', async () => {
    const held = proxy.holdAt(30 * MiB)
    await stranger.startUpload()
    await held
    const other = await new UploadPage(await page.context().newPage()).open(link)
    await other.expectReady()
    await expect(other.page.getByRole('heading', { name: 'Continue your upload?' })).toHaveCount(0)
    await other.page.close()
  })
  await test.step('after a reload the page says what is missing', async () => {
    expect(await stranger.reload()).toBe('beforeunload')
    proxy.resume()
    await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toBeVisible()
    await expect(page.getByText(/^Missing: \d+ files$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue upload' })).toHaveCount(0)
    await expectAccessible(page)
  })
  const changed = join(folder, 'video.bin')
  await test.step('a file that has changed is not gone on with', async () => {
    await appendFile(changed, 'more')
    await stranger.chooseFolder(folder)
    await expect(page.getByText('1 file not found as it was: changed, moved or deleted.')).toBeVisible()
    // It waits as the new file that it is.
    await stranger.expectQueued(1)
    await page.getByRole('button', { name: /^Continue with \d+ files?$/ }).click()
    await expect(page.getByText(/Upload successful!/).first()).toBeVisible({ timeout: 60_000 })
  })
  await test.step('what is left can be forgotten', async () => {
    await expect(page.getByText('Missing: box/video.bin')).toBeVisible()
    await page.getByRole('button', { name: 'Forget this upload' }).click()
    const question = page.getByRole('dialog', { name: 'Forget this upload?' })
    await question.getByRole('button', { name: 'Forget' }).click()
    await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toHaveCount(0)
    await page.reload()
    await stranger.expectReady()
    await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toHaveCount(0)
  })
  await test.step('each file that was sent is there once', async () => {
    const files = await admin.openFolder('Again')
    const archive = await hashesOfArchive(await (await files.downloadAll()).path())
    expect([...archive.keys()].sort()).toEqual(
      Array.from({ length: pagesBesideVideo }, (_, i) => `box/page ${i + 1}.bin`).sort(),
    )
  })
  await proxy.stop()
})

test('files too large, empty folders and litter are refused at once, and pasted files are taken', async ({
  admin,
  stranger,
  workDir,
}) => {
  const { page } = stranger
  await stranger.open(await admin.createFolder('Edges'))
  await test.step('5 GiB are taken, one byte more is not', async () => {
    const [fits, tooLarge] = [join(workDir, 'fits.bin'), join(workDir, 'too large.bin')]
    for (const [path, bytes] of [
      [fits, 5120 * MiB],
      [tooLarge, 5120 * MiB + 1],
    ] as const) {
      await writeFile(path, '')
      await truncate(path, bytes)
    }
    await stranger.chooseFiles([fits, tooLarge])
    await expect(page.getByText('Files too large (max 5120 MB): too large.bin (5120.00 MB)')).toBeVisible()
    await stranger.expectQueued(1)
    await page.getByRole('button', { name: 'Remove fits.bin' }).click()
  })
  await test.step('empty folders are named, litter of systems is left out', async () => {
    const folder = join(workDir, 'mixed')
    await mkdir(join(folder, 'nothing in here'), { recursive: true })
    await writeFile(join(folder, '.DS_Store'), 'x')
    await writeFile(join(folder, 'real.txt'), 'x')
    await stranger.drop([folder])
    await stranger.expectQueued(1)
    await expect(
      page.getByText('1 folder left out because the browser finds no files there: mixed/nothing in here'),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove all' }).click()
  })
  await test.step('files are pasted', async () => {
    await page.getByRole('button', { name: 'Choose files', exact: true }).focus()
    await pasteFile(page, 'pasted.txt')
    await stranger.expectQueued(1)
    await expect(page.getByRole('listitem')).toContainText('pasted.txt')
  })
  await test.step('and all of it works by keyboard', async () => {
    const start = page.getByRole('button', { name: 'Upload 1 file' })
    await start.focus()
    await page.keyboard.press('Enter')
    await stranger.expectAllReceived(1)
    await expect(page.getByRole('heading', { name: '1 file sent' })).toBeFocused()
    await expectAccessible(page)
  })
})
