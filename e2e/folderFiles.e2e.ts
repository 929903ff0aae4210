import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { holdNextRequest } from './interceptedRequests.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'

async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

test('the files of a folder are looked through, unlocked, downloaded and deleted', async ({
  admin,
  stranger,
  workDir,
}) => {
  const { page } = admin
  await page.goto('/folders/view/999999')
  await expect(page.getByText('Loading folder contents...')).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Folder not found or could not be loaded.')
  await page.goto('/folders/view/abc')
  await expect(page.getByRole('alert')).toContainText('Invalid Folder ID')

  const link = await admin.createFolder('Tax 2026')
  let files = await admin.openFolder('Tax 2026')
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expect(page.getByText('No active download links for this folder.')).toBeVisible()
  await expectAccessible(page)

  const root = join(workDir, 'Belege')
  await writeFiles(root, {
    'Januar/Bahn.pdf.txt': 'train',
    'Januar/Hotel.txt': 'hotel',
    'Januar/Tief/Notiz.txt': 'note',
    'Februar/Kopie.txt': 'hotel',
    'Liste.txt': 'list',
    'page 10.txt': 'ten',
    'page 9.txt': 'nine',
  })
  await stranger.open(link)
  await stranger.chooseFolder(root)
  await stranger.startUpload()
  await stranger.expectAllReceived(7)
  await admin.goTo()
  await expect(admin.row('Tax 2026')).toContainText('never downloaded')

  files = await admin.openFolder('Tax 2026')
  await expect(page.getByText('0 / 7 selected')).toBeVisible()
  await expect(files.button('Download All (7)')).toBeEnabled()
  await expect(files.button('Download Selected')).toHaveCount(0)
  await files.button('Create Download Link...').click()
  await expect(page.getByText('Please select at least one file to create a download link.')).toBeVisible()
  const height = async () => (await page.getByRole('toolbar', { name: 'Files' }).boundingBox())?.height
  const heightOfAll = await height()
  expect(await files.rowNames()).toEqual(['Belege'])

  // The keyboard: open, go in, find by typing, select a range, go out.
  await files.row('Belege').focus()
  await page.keyboard.press('ArrowRight')
  expect(await files.rowNames()).toEqual([
    'Belege',
    'Februar',
    'Januar',
    'Liste.txt',
    'page 9.txt',
    'page 10.txt',
  ])
  await page.keyboard.type('ja')
  await expect(files.row('Januar')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(files.row('Januar')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('End')
  await expect(files.row('page 10.txt')).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page.getByText('2 / 7 selected')).toBeVisible()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 / 7 selected')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(files.row('Belege')).toBeFocused()
  await expect(files.checkbox('Belege')).toBeChecked({ indeterminate: true })
  await page.keyboard.press('Space')
  await expect(page.getByText('7 / 7 selected')).toBeVisible()
  await expect(files.checkbox('Januar')).toBeChecked()
  await page.keyboard.press('Space')
  await expect(page.getByText('0 / 7 selected')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(files.row('Tief')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(files.row('Januar')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(files.row('Januar')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Control+a')
  await expect(page.getByText('7 / 7 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await expect(page.getByText('0 / 7 selected')).toBeVisible()

  // The pointer: one, then all up to another.
  await files.checkbox('Liste.txt').click()
  await files.checkbox('page 10.txt').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 / 7 selected')).toBeVisible()
  await files.checkbox('Liste.txt').click()
  await expect(page.getByText('2 / 7 selected')).toBeVisible()
  expect(await height(), 'nothing moves').toBe(heightOfAll)

  // The search opens what it finds, counts it alone, and forgets no selection.
  await page.getByRole('searchbox', { name: 'Search names' }).fill('HOTEL')
  await expect(page.getByText('0 / 1 selected')).toBeVisible()
  expect(await files.rowNames()).toEqual(['Belege', 'Januar', 'Hotel.txt'])
  await expect(files.row('Hotel.txt')).toContainText('(Dup)')
  await page.getByRole('searchbox', { name: 'Search names' }).fill('nothing like it')
  await expect(page.getByText('No files match “nothing like it”.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search names' }).fill('')
  await expect(page.getByText('2 / 7 selected')).toBeVisible()

  const header = page.getByRole('columnheader', { name: 'Name' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect(await files.rowNames()).toEqual([
    'Belege',
    'Januar',
    'Februar',
    'page 10.txt',
    'page 9.txt',
    'Liste.txt',
  ])
  await header.getByRole('button').click()
  await expectAccessible(page)

  // Unlocking: wrong, again, right; then the pending download runs.
  const saving = page.waitForEvent('download')
  await files.button('Download Selected').click()
  await expect(files.unlockDialog.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  await expectAccessible(page)
  await files.enterPassword('not the password')
  await expect(files.unlockDialog.getByRole('alert')).toHaveText(
    'That is not the password of your key.' +
      'Failed to unlock key: Decryption failed: Incorrect password or corrupted data.',
  )
  await files.unlockDialog.getByRole('button', { name: 'Try Again' }).click()
  await files.enterPassword()
  await expect(files.unlockDialog.getByRole('button', { name: 'Continue' })).toBeFocused()
  await expectAccessible(page)
  await files.continueUnlocked()
  const selected = await saving
  expect(selected.suggestedFilename()).toBe('Tax_2026_selected.zip')
  expect([...(await hashesOfArchive(await selected.path())).keys()]).toEqual([
    'Belege/page 9.txt',
    'Belege/page 10.txt',
  ])
  await expect(page.getByText(/2 files, .* saved, contents and names verified/)).toBeVisible()
  await expect(page.getByText('names verified', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  const directory = await files.downloadBy(() => files.button('Download Januar').click())
  expect(directory.suggestedFilename()).toBe('Tax_2026_Januar.zip')
  expect((await hashesOfArchive(await directory.path())).size).toBe(3)
  await expect(page.getByText(/3 files, .* saved, contents and names verified/)).toBeVisible()
  await expect(files.row('Januar').getByText('Never')).toHaveCount(0)

  await files.button('Clear selection').click()
  await expect(page.getByText('0 / 7 selected')).toBeVisible()

  // While a download runs no other action begins; reading, filtering and selecting go on.
  const keys = await holdNextRequest(page, '**/api/folders/files/keys?*')
  await files.button('Download All (7)').click()
  const progress = page.getByRole('group', { name: 'Download in progress' })
  await expect(progress).toContainText('Opening keys: 0 of 7')
  await expect(files.button('Download All (7)')).toBeDisabled()
  await files.button('Never Downloaded').click()
  await files.button('Show All').click()
  for (const name of ['page 9.txt', 'page 10.txt']) await files.checkbox(name).click()
  for (const name of ['Create Download Link...', 'Download Selected', 'Delete Selected', 'Download Januar'])
    await expect(files.button(name)).toBeDisabled()
  await expectAccessible(page)
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Download cancelled.')).toBeVisible()
  await expect(files.button('Download Selected')).toBeEnabled()
  await keys()

  // What was never downloaded, and how that changes what counts.
  await expect(async () => {
    await page.reload()
    await files.button('Never Downloaded').click()
    await expect(page.getByText('0 / 2 selected')).toBeVisible({ timeout: 5000 })
  }).toPass()
  await files.button('Expand Belege').click()
  await expect(files.row('Januar')).toContainText('Empty')
  await expect(files.checkbox('Januar')).toBeDisabled()
  await expect(files.row('Januar')).toContainText('already downloaded')
  await expect(files.button('Download Januar')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await expect(page.getByText('2 / 2 selected')).toBeVisible()
  await expectAccessible(page)
  await files.button('Show All').click()
  await expect(page.getByText('2 / 7 selected')).toBeVisible()

  // Deleting: asked, done, and what somebody else has already deleted.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText('0 / 7 selected')).toBeVisible()
  await files.button('Delete Selected').click()
  const question = page.getByRole('dialog', { name: 'Delete files' })
  await expect(question).toContainText('Are you sure you want to delete 2 files?')
  await page.keyboard.press('Escape')
  await expect(files.button('Delete Selected')).toBeFocused()
  await files.button('Delete Selected').click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 files in the trash')).toBeVisible()
  await expect(page.getByText('0 / 5 selected')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await files.button('Never Downloaded').click()
  await expect(page.getByText("No files match the 'Never Downloaded' filter.")).toBeVisible()

  const stale = other.getByRole('dialog', { name: 'Delete files' })
  await other.getByRole('searchbox', { name: 'Search names' }).fill('kopie')
  await other.getByRole('checkbox', { name: 'Select all files' }).click()
  await other.getByRole('button', { name: 'Delete Selected' }).click()
  await stale.getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByText('Failed to delete any of the selected files.')).toBeVisible()
  await other.close()
  await admin.goTo()
  await expect(admin.row('Tax 2026')).toContainText('5 files')
  await expect(admin.row('Tax 2026')).not.toContainText('never downloaded')
})

test('what the server alters is shown as the uploader sealed it', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  await writeFiles(workDir, { 'invoice.pdf.txt': 'one', 'other.txt': 'two', 'third.txt': 'three' })
  await stranger.open(await admin.createFolder('Altered'))
  await stranger.chooseFiles(['invoice.pdf.txt', 'other.txt', 'third.txt'].map((name) => join(workDir, name)))
  await stranger.startUpload()
  await stranger.expectAllReceived(3)

  const db = new Database(join(server.dataDir, 'sealpost.db'))
  const rename = db.prepare(
    'update file set original_filename = @to, listed_name = @to where original_filename = @from',
  )
  rename.run({ from: 'invoice.pdf.txt', to: 'invoice.exe' })
  db.prepare(
    "update file set uploader_email = 'jo@example.org', sealed_to = 'an-older-key' where original_filename = 'other.txt'",
  ).run()
  db.close()

  const files = await admin.openFolder('Altered')
  const { page } = files
  await expect(files.row('invoice.exe')).toBeVisible()
  await expect(files.row('other.txt')).toContainText('jo@example.org')
  const saved = await files.downloadFile('invoice.exe')
  expect(saved.suggestedFilename()).toBe('invoice.pdf.txt')
  await expect(page.getByText('invoice.pdf.txt: name altered by the server')).toBeVisible()
  // It opens, whatever the server says of its key.
  await expect(files.row('other.txt')).not.toContainText('sealed to an older key')
  await expect(files.row('invoice.pdf.txt')).toContainText('name altered by the server')
  await expect(
    page.getByRole('alert').filter({ hasText: 'The server altered what it says of 1 file.' }),
  ).toBeVisible()
  await expectAccessible(page)

  // A link would hand out what the uploader sealed, not what was chosen: none is made.
  await files.checkbox('invoice.pdf.txt').click()
  await files.button('Create Download Link...').click()
  const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to create link. The server altered what it says of 1 file(s): invoice.pdf.txt',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No active download links for this folder.')).toBeVisible()

  // Fewer than were sent: told without blame, but where they were deleted. Known once every manifest has been opened.
  const again = new Database(join(server.dataDir, 'sealpost.db'))
  again
    .prepare("update file set sealed_to = (select sealed_to from file where original_filename = 'third.txt')")
    .run()
  again.close()
  await files.checkbox('invoice.pdf.txt').click()
  await files.checkbox('third.txt').click()
  await files.button('Delete Selected').click()
  await page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Delete' }).click()
  await expect(files.row('third.txt')).toHaveCount(0)
  await expect(page.getByText('of this batch')).toHaveCount(0)
  // On a device that did not delete it. The page that did may still write.
  await page.addInitScript(() => localStorage.removeItem('deletedOfBatches'))
  await page.reload()
  await files.unlock()
  await expect(page.getByText('2 of 3 of this batch')).toBeVisible()
})

test(
  'unfinished uploads are seen and ended, and told of when they have ended meanwhile',
  { tag: '@thorough' },
  async ({ admin, api }) => {
    const partSize = 20 * (256 * 1024 + 16)
    const { id, link_token } = await api.createFolder({ title: 'Half' })
    const sent = `/upload/${link_token}/files`
    const begin = async (partsSent: number) => {
      const announced = { size: 2 * partSize, part_size: partSize }
      const { upload_id } = await api.json<{ upload_id: string }>('POST', sent, announced)
      const headers = { 'content-type': 'application/octet-stream' }
      for (let n = 1; n <= partsSent; n++) {
        await api.send('PUT', `${sent}/${upload_id}/parts/${n}`, { body: randomBytes(partSize), headers })
      }
      return upload_id
    }
    const half = await begin(1)
    const { page } = admin
    await admin.openFolder('Half')
    const section = page.getByRole('region', { name: 'Unfinished uploads' })
    const items = section.getByRole('listitem')
    const question = page.getByRole('dialog')
    await expect(items).toHaveCount(1)
    await expect(items).toContainText('5.0 MB')
    await expect(items).toContainText('10.0 MB')
    await expectAccessible(page)

    await items.getByRole('button', { name: /^End the upload begun/ }).click()
    await expect(question).toContainText('The 5.0 MB that have arrived are removed from the server.')
    await expect(question).toContainText('it may still be on its way')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await items.getByRole('button').click()
    await question.getByRole('button', { name: 'End upload' }).click()
    await expect(page.getByText('1 upload ended.')).toBeVisible()
    await expect(section).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(api.send('GET', `${sent}/${half}`)).rejects.toThrow('404')

    // Many: some at once, the others on demand; and one that somebody else has ended.
    const many = await Promise.all(Array.from({ length: 12 }, () => begin(0)))
    await page.reload()
    await expect(page.getByRole('button', { name: '12 unfinished uploads' })).toBeVisible()
    await expect(items).toHaveCount(5)
    await section.getByText('and 7 more').click()
    await expect(items).toHaveCount(12)
    await expectAccessible(page)
    await api.send('DELETE', `/folders/${id}/uploads/${many[0]}`)
    await section.getByRole('button', { name: 'End all...' }).click()
    await question.getByRole('button', { name: 'End 12 Uploads' }).click()
    await expect(page.getByText('11 uploads ended. 1 upload had ended before.')).toBeVisible()
    await expect(section).toHaveCount(0)
  },
)
