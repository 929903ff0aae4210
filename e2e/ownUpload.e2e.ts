import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'

test('an owner uploads into a folder of their own from its page, and nothing is new there', async ({
  admin,
  workDir,
}) => {
  const { page } = admin
  await admin.createFolder('Own')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const files = await admin.openFolder('Own')
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((path) => /OwnUploadPanel|uploadPage-|uploadEngine-/.test(path))).toEqual([])

  const large = Buffer.alloc(9 * 2 ** 20, 7)
  await mkdir(join(workDir, 'Plans'))
  await writeFile(join(workDir, 'Plans/ground floor.txt'), 'plan')
  await writeFile(join(workDir, 'Plans/film.bin'), large)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Choose folder' }).click(),
  ])
  await chooser.setFiles(join(workDir, 'Plans'))
  await files.enterPassword()
  await files.continueUnlocked()
  await expect(files.row('Plans')).toBeVisible()
  await files.row('Plans').focus()
  await page.keyboard.press('ArrowRight')
  await expect(files.row('film.bin')).toContainText('uploaded by you')
  await files.button('Never Downloaded').click()
  await expect(page.getByText("No files match the 'Never Downloaded' filter.")).toBeVisible()
  await files.button('Show All').click()
  await expectAccessible(page)

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['note'], 'note.txt', { type: 'text/plain' }))
    return transfer
  })
  for (const type of ['dragenter', 'dragover', 'drop'])
    await files.tree.dispatchEvent(type, { dataTransfer: dropped })
  await expect(files.row('note.txt')).toContainText('uploaded by you')

  const saved = await files.downloadFile('Plans', 'film.bin')
  expect(saved.suggestedFilename()).toBe('film.bin')
  await admin.goTo()
  await expect(admin.row('Own')).not.toContainText('never downloaded')
})

test('files that were given to one folder are not sent to another @thorough', async ({ admin }) => {
  const { page } = admin
  await admin.createFolder('First')
  await admin.createFolder('Second')
  const choose = (name: string) =>
    page
      .locator('input[data-own-upload="files"]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  const first = await admin.openFolder('First')
  // The panel that would send the file does not load before the page is left.
  const { promise: left, resolve: leave } = Promise.withResolvers<undefined>()
  await page.route(/OwnUploadPanel/, async (route) => {
    await left
    await route.continue()
  })
  const panelRequested = page.waitForRequest(/OwnUploadPanel/)
  await choose('for the first.txt')
  await first.enterPassword()
  await first.continueUnlocked()
  await panelRequested
  // Not by loading a page, which would lock the key.
  await page.getByRole('link', { name: /^Folders/ }).click()
  await page.getByRole('link', { name: 'Second' }).first().click()
  await expect(page.getByRole('heading', { name: 'Files in Folder: Second' })).toBeVisible()
  const second = new FolderFilesPage(page)
  leave(undefined)
  await choose('for the second.txt')
  await expect(second.row('for the second.txt')).toBeVisible()
  await expect(second.row('for the first.txt')).toHaveCount(0)
})

test('whoever logs out while own files are being sent comes to the login page @thorough', async ({
  admin,
}) => {
  const { page } = admin
  await admin.createFolder('Own')
  const files = await admin.openFolder('Own')
  // It is under way until the person has left.
  await page.route(/\/api\/upload\/[^/]+$/, () => undefined)
  await page
    .locator('input[data-own-upload="files"]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/upload\/[^/]+$/.test(request.url()),
  )
  await files.enterPassword()
  await files.continueUnlocked()
  await sending
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('files given while others are sent are sent as well, even if the key is locked meanwhile @thorough', async ({
  admin,
}) => {
  const { page } = admin
  await admin.createFolder('Own')
  const files = await admin.openFolder('Own')
  const choose = (name: string) =>
    page
      .locator('input[data-own-upload="files"]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  const { promise: locked, resolve: goOn } = Promise.withResolvers<undefined>()
  await page.route('**/public-key', async (route) => {
    await locked
    await route.continue()
  })
  const sending = page.waitForRequest('**/public-key')
  await choose('first.txt')
  await files.enterPassword()
  await files.continueUnlocked()
  await sending
  await choose('second.txt')
  await page.getByRole('banner').getByRole('button', { name: 'Key open' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Key locked' })).toBeVisible()
  await choose('third.txt')
  goOn(undefined)
  for (const name of ['first.txt', 'second.txt', 'third.txt']) await expect(files.row(name)).toBeVisible()
})
