import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { expectNoLayoutShift, recordLayoutShifts } from './layoutShift.ts'
import { writeFiles } from './originMarks.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** As the pages show a day so far from now. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectFits(page)
  await page.setViewportSize(desktop)
}

test('a folder deletes files by date, and its senders know it before and after', async ({
  admin,
  stranger,
  workDir,
}) => {
  const { page } = admin
  await test.step('its form says when', async () => {
    const form = await new FolderFormPage(page).goToNew()
    const choice = page.getByRole('combobox', { name: 'Delete files automatically' })
    await expect(choice).toHaveValue('never')
    await form.title.fill('Weekly')
    await choice.selectOption('After another time')
    await form.create()
    await expect(page.getByText('Enter a whole number from 1 to 36,500.')).toBeVisible()
    await expect(page.getByRole('spinbutton', { name: 'Days until deletion' })).toBeFocused()
    await expectGood(page)
    await choice.selectOption('After 7 days')
    await expect(page.getByRole('spinbutton', { name: 'Days until deletion' })).toHaveCount(0)
    await form.create()
    await expect(admin.row('Weekly')).toBeVisible()
  })

  const sender = stranger.page
  await recordLayoutShifts(sender)
  await stranger.open(await admin.copyLinkWithKey('Weekly'))
  const promise = sender.locator('#root').getByText('Files are deleted 7 days after they arrive, unless')
  await expect(promise).toBeVisible()
  await stranger.expectReady()
  await expectNoLayoutShift(sender)
  await expectGood(sender)

  await stranger.chooseFiles(await writeFiles(workDir, 'a.txt', 'b.txt'))
  await stranger.startUpload()
  await expect(sender.getByText(`The files are deleted from ${dayIn(7)} on, unless the owner`)).toBeVisible()
  await expectGood(sender)
  const saving = sender.waitForEvent('download')
  await sender.getByRole('button', { name: 'Download receipt' }).click()
  const receipt = await readFile(await (await saving).path(), 'utf8')
  expect(receipt).toContain(`The files will be deleted from ${dayIn(7)}`)

  await test.step('the owner sees the dates, and keeps one of the files longer', async () => {
    const files = await admin.openFolder('Weekly')
    await expect(page.getByText('files are deleted after 7 days')).toBeVisible()
    await files.unlock()
    await expect(files.row('a.txt')).toContainText(`kept until ${dayIn(7)}`)
    await expect(files.button('Keep Longer')).toHaveCount(0)
    await files.checkbox('a.txt').click()
    await expectGood(page)
    await files.button('Keep Longer').click()
    const dialog = page.getByRole('dialog', { name: 'Keep Longer' })
    await expect(dialog.getByRole('radio', { name: `30 days: until ${dayIn(30)}` })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: `90 days: until ${dayIn(90)}` })).toBeChecked()
    await expectGood(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`1 file kept until ${dayIn(90)}.`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(files.row('a.txt')).toContainText(`kept until ${dayIn(90)}`)
    await expect(files.row('b.txt')).toContainText(`kept until ${dayIn(7)}`)
    // The choice before is not the one that is asked for now.
    await files.button('Keep Longer').click()
    await expect(dialog.getByRole('radio', { name: 'Always' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(page.getByText('1 file is not deleted by date any more.')).toBeVisible()
    await expect(files.row('a.txt')).not.toContainText('kept until')
    await expect(files.button('Keep Longer')).toHaveCount(0)
  })

  await test.step('a change of the folder says that these files keep their dates', async () => {
    await admin.goTo()
    await admin.chooseAction('Weekly', 'Edit')
    const choice = page.getByRole('combobox', { name: 'Delete files automatically' })
    await expect(choice).toHaveValue('7')
    await expect(choice).toHaveAccessibleDescription('Files that are here already keep their dates.')
  })
})

test('the deletion of a file says until when it can be restored, which is its date if that comes first', async ({
  admin,
  api,
}) => {
  const { id } = await api.storeInto('Daily')
  await api.json('PUT', `/folders/${id}`, { title: 'Daily', retention_days: 2 })
  await api.store([{ path: 'a.txt', content: Buffer.from('a') }])
  const { page } = admin
  const files = await admin.openFolder('Daily')
  await files.checkbox('a.txt').click()
  await files.button('Delete Selected').click()
  await expect(page.getByRole('dialog')).toContainText(`It stays in the trash until ${dayIn(2)}.`)
})

test('recipients of a link read when files are deleted', async ({ api, recipient }) => {
  const { id } = await api.storeInto('Weekly')
  await api.json('PUT', `/folders/${id}`, { title: 'Weekly', retention_days: 7 })
  const stored = await api.store(['a.txt', 'b.txt'].map((path) => ({ path, content: Buffer.from(path) })))
  await recipient.open(await api.share(stored))
  await recipient.expectFiles(2)
  await expect(recipient.page.getByText(`Files are deleted from ${dayIn(7)} on.`)).toBeVisible()
  await expectGood(recipient.page)
  await recipient.open(await api.share(stored.slice(1)))
  await expect(recipient.page.getByText(`The file is deleted on ${dayIn(7)}.`)).toBeVisible()
})
