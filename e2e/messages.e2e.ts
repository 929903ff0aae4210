import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxTextUnits } from '../contract/limits.ts'
import { clipboardText } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'

const hostileText = 'see https://example.com/ <b>bold</b>\n  fdp.\u202Eexe\u0007\nlast'
/** Every character of it visible. */
const shownText = 'see https://example.com/ <b>bold</b>\n  fdp.‹U+202E›exe‹U+0007›\nlast'

test('a stranger sends a message alone in three clicks, and its owner reads it as plain text', async ({
  admin,
  stranger,
}) => {
  const link = await admin.createFolder('Inbox')
  await stranger.open(link)
  const { page } = stranger
  await page.getByRole('button', { name: 'Write a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a message' })
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
  await dialog.getByLabel('Message').fill('x'.repeat(maxTextUnits + 1))
  await expect(dialog.getByText('The message is too long.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Message').fill('first')
  await dialog.getByRole('button', { name: 'Add' }).click()
  // Once more, to change it. The queue moves the button.
  await stranger.expectQueued(1)
  await page.getByRole('button', { name: 'Write a message' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('first')
  await dialog.getByLabel('Message').fill(hostileText)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await stranger.expectQueued(1)
  await stranger.startUpload()
  await stranger.expectAllReceived(1)

  await admin.openFolder('Inbox')
  await admin.page.context().grantPermissions(['clipboard-write', 'clipboard-read'])
  const files = new FolderFilesPage(admin.page)
  await files.unlock()
  await files.row('Message.txt').getByRole('button', { name: 'Read Message.txt' }).click()
  const message = admin.page.getByRole('dialog', { name: 'Message', exact: true })
  expect(await message.locator('p').textContent()).toBe(shownText)
  await expect(message.getByRole('link')).toHaveCount(0)
  await expectAccessible(admin.page)
  await message.getByRole('button', { name: 'Copy' }).click()
  expect(await clipboardText(admin.page)).toBe(shownText)
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(admin.page.getByText('Download complete')).toHaveCount(0)
  const saved = await files.downloadFile('Message.txt')
  expect(await readFile(await saved.path(), 'utf8')).toBe(hostileText)
})

test('a message comes before the files that it is sent with, and not where the folder asks for a text', async ({
  admin,
  stranger,
  workDir,
}) => {
  const link = await admin.createFolder('Beside')
  const path = join(workDir, 'a.txt')
  await writeFile(path, 'a')
  await stranger.open(link)
  await stranger.chooseFiles([path])
  await stranger.expectQueued(1)
  await stranger.page.getByRole('button', { name: 'Write a message' }).click()
  await stranger.page.getByRole('textbox', { name: 'Message' }).fill('Here it is.')
  await stranger.page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await stranger.expectQueued(2)
  await expect(stranger.page.locator('[data-status] .name').first()).toHaveText(/Message/)

  const asking = await admin.createFolder('Asking', {
    sender_fields: [{ kind: 'long_text', label: 'What for?', required: false }],
  })
  await stranger.page.goto('about:blank')
  await stranger.open(asking)
  await expect(stranger.page.getByLabel('What for?')).toBeVisible()
  await expect(stranger.page.getByRole('button', { name: 'Write a message' })).toHaveCount(0)
})
