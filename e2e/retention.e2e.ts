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
    const choice = page.getByRole('combobox', { name: 'Delete files' })
    await expect(choice).toHaveValue('never')
    await form.title.fill('Weekly')
    await choice.selectOption('After a number of days')
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
