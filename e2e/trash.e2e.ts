import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import type { Page } from '@playwright/test'
import type { FolderFilesPage } from './pages/folderFilesPage.ts'

const contents = (...paths: string[]) => paths.map((path) => ({ path, content: Buffer.from(path) }))

async function deleteFiles(files: FolderFilesPage, ...names: string[]): Promise<void> {
  for (const name of names) await files.checkbox(name).click()
  await files.button('Delete Selected').click()
  await files.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

const expectNotFound = (page: Page) => expect(page.getByRole('alert')).toContainText('Link invalid/expired.')

const trash = (page: Page) => page.getByRole('group').filter({ hasText: /^Trash \(/ })
const inTrash = (page: Page, name: string) => trash(page).getByRole('listitem').filter({ hasText: name })

test('deleted files come back by Undo, with the link, and are no alarm', async ({
  admin,
  api,
  recipient,
}) => {
  const { page } = admin
  await api.storeInto('Reports')
  const stored = await api.store(contents('a.txt', 'b.txt', 'c.txt'))
  const link = await api.share(stored.slice(0, 1))
  const files = await admin.openFolder('Reports')
  await files.unlock()
  const before = await files.rowNames()
  await files.checkbox('a.txt').click()
  await files.checkbox('b.txt').click()
  await files.button('Delete Selected').click()
  const question = page.getByRole('dialog', { name: 'Delete files' })
  await expect(question).toContainText(
    /They stay in the trash until .+\. After that:.*Are you sure you want to delete 2 files\?/,
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  const toast = page.getByRole('status').filter({ hasText: '2 files in the trash' })
  await expect(toast).toBeVisible()
  await expect(files.row('a.txt')).toHaveCount(0)
  await expect(page.getByText('Trash (2)')).toBeVisible()
  await recipient.open(link)
  await expectNotFound(recipient.page)

  // The notice is reached by keyboard, before the page.
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 files restored.')).toBeVisible()
  await expect.poll(() => files.rowNames()).toEqual(before)
  await expect(page.getByText(/^Trash/)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await recipient.open(link)
  await recipient.expectFiles(1)
  await page.reload()
  await files.unlock()
  await expect(page.getByText('names verified')).toBeVisible()
  await expect(page.getByText(/is back|are back|not listed any more/)).toHaveCount(0)
})

test('one file is restored from the trash while the key is locked, another deleted at once', async ({
  admin,
  api,
}) => {
  const { page } = admin
  await api.storeInto('Reports')
  await api.store(contents('a.txt', 'b.txt', 'c.txt'))
  const files = await admin.openFolder('Reports')
  await files.unlock()
  await expect(page.getByText('names verified')).toBeVisible()
  await deleteFiles(files, 'a.txt', 'b.txt')
  await expect(page.getByText('2 files in the trash')).toBeVisible()
  await page.reload()

  const line = page.getByText('Trash (2)')
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(inTrash(page, 'a.txt')).toContainText(/^a\.txt5 B.* · deleted today.* · until\s/)
  await expectAccessible(page)
  await inTrash(page, 'a.txt').getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 file restored.')).toBeVisible()
  await expect(files.row('a.txt')).toBeVisible()
  await expect(inTrash(page, 'a.txt')).toHaveCount(0)

  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page)
  await page.getByRole('checkbox', { name: 'Select all in the trash' }).click()
  await page.getByRole('button', { name: 'Delete now' }).click()
  const question = page.getByRole('dialog', { name: 'Delete files' })
  await expect(question.getByText('b.txt')).toBeVisible()
  await expect(question).not.toContainText('in the trash until')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 file deleted.')).toBeVisible()
  await expect(page.getByText(/^Trash/)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.reload()
  await files.unlock()
  await expect(page.getByText('names verified')).toBeVisible()
  expect(await files.rowNames()).toEqual(['a.txt', 'c.txt'])
  await expect(page.getByText(/is back|of this batch/)).toHaveCount(0)
})

test('what another device deletes and restores is a note, and no alarm', async ({ admin, api }) => {
  const { page } = admin
  await api.storeInto('Reports')
  const stored = await api.store(contents('a.txt', 'b.txt', 'c.txt'))
  const byOtherDevice = (change: 'delete' | 'restore', count: number) =>
    api.json('POST', `/folders/files/${change}`, { file_ids: stored.slice(0, count).map(({ id }) => id) })
  const files = await admin.openFolder('Reports')
  await files.unlock()
  await expect(page.getByText('names verified')).toBeVisible()
  await byOtherDevice('delete', 1)
  await page.reload()
  await expect(page.getByText('1 file that you saw here is in the trash.')).toBeVisible()
  await deleteFiles(files, 'b.txt')
  await expect(page.getByText('1 file in the trash')).toBeVisible()

  await byOtherDevice('restore', 2)
  await page.reload()
  await expect(files.row('b.txt')).toBeVisible()
  await files.unlock()
  await expect(page.getByText('2 files were restored from the trash.')).toBeVisible()
  await expect(page.getByText('names verified')).toBeVisible()
  await expect(page.getByText(/is back|are back|not listed any more/)).toHaveCount(0)
  await page.reload()
  await files.unlock()
  await expect(page.getByText('names verified')).toBeVisible()
  await expect(page.getByText(/restored from the trash|is back/)).toHaveCount(0)
})

test(
  'a trash that cannot be read leaves what is known of it, and what is withheld after its return is missed',
  { tag: '@thorough' },
  async ({ admin, api }) => {
    const { page } = admin
    await api.storeInto('Reports')
    const stored = await api.store(contents('a.txt', 'b.txt'))
    const byOtherDevice = (change: 'delete' | 'restore' | 'delete?now=1') =>
      api.json('POST', `/folders/files/${change}`, { file_ids: stored.slice(0, 1).map(({ id }) => id) })
    const files = await admin.openFolder('Reports')
    await files.unlock()
    await expect(page.getByText('names verified')).toBeVisible()
    await byOtherDevice('delete')
    await page.reload()
    await expect(page.getByText('1 file that you saw here is in the trash.')).toBeVisible()

    await page.route(/\/api\/folders\/\d+\/trash/, (route) => route.fulfill({ status: 500 }))
    const refused = page.waitForResponse((response) => response.url().includes('/trash') && !response.ok())
    await page.reload()
    await refused
    await files.unlock()
    await expect(page.getByText('names verified')).toBeVisible()
    await page.unrouteAll()
    await byOtherDevice('restore')
    await page.reload()
    await files.unlock()
    await expect(page.getByText('1 file was restored from the trash.')).toBeVisible()
    await expect(page.getByText(/is back|not listed any more/)).toHaveCount(0)

    await byOtherDevice('delete')
    await page.reload()
    await expect(page.getByText('1 file that you saw here is in the trash.')).toBeVisible()
    await byOtherDevice('restore')
    await page.reload()
    await expect(files.row('a.txt')).toBeVisible()
    await byOtherDevice('delete?now=1')
    await page.reload()
    await expect(page.getByText('1 file that you saw here is not listed any more.')).toBeVisible()
  },
)

test('hidden names show in the trash while the key is open', async ({ admin, api }) => {
  const { page } = admin
  await api.storeInto('Hidden')
  await api.store(contents('plan.txt', 'draft.txt').map((file) => ({ ...file, isHidden: true })))
  const files = await admin.openFolder('Hidden')
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await files.button('Delete Selected').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await page.getByText('Trash (2)').click()
  await expect(inTrash(page, 'Name locked')).toHaveCount(2)
  await admin.unlock()
  await expect(inTrash(page, 'plan.txt')).toBeVisible()
  await expect(inTrash(page, 'draft.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 files deleted.')).toBeVisible()
  await expect(page.getByText(/^Trash/)).toHaveCount(0)
})

test('a deleted folder comes back from the overview, with its links, and is no alarm', async ({
  admin,
  api,
  recipient,
}) => {
  const { page } = admin
  await api.createFolder({ title: 'Other' })
  await api.storeInto('Reports')
  const link = await api.share(await api.store(contents('a.txt')))
  await admin.goTo()
  // The link that is copied has the folder remembered.
  await admin.copyLinkWithKey('Reports')
  await admin.chooseAction('Reports', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete folder' })
  await expect(question).toContainText(
    /^Delete folderIt stays in the trash until .+\. After that:Are you sure/,
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  const toast = page.getByRole('status').filter({ hasText: '"Reports" is in the trash' })
  await expect(toast).toBeVisible()
  await expect(admin.row('Reports')).toHaveCount(0)
  await recipient.open(link)
  await expectNotFound(recipient.page)

  await page.getByText('Trash (1)').click()
  await inTrash(page, 'Reports').getByRole('checkbox').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Folder "Reports" restored.')).toBeVisible()
  await expect(admin.row('Reports')).toBeVisible()
  await expect(page.getByText(/^Trash/)).toHaveCount(0)
  await recipient.open(link)
  await recipient.expectFiles(1)
  // It is refused for a folder that is not the one that is remembered.
  await admin.copyUploadLink('Reports')

  await toast.getByRole('button', { name: 'Close notification' }).click()
  await expect(toast).toHaveCount(0)
  await admin.chooseAction('Reports', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.row('Reports')).toBeVisible()
  await expect(toast).toHaveCount(0)
  await admin.copyUploadLink('Reports')
})
