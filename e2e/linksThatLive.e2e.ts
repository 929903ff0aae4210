import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'

const daySeconds = 24 * 3600

test('a download link is extended by one press, changed to a date, and brought back after it expired', async ({
  admin,
  api,
  page,
  recipient,
}) => {
  const folder = await api.storeInto('Reports')
  const stored = await api.store([{ path: 'report.txt', content: Buffer.from('report') }])
  const link = await api.share(stored, { expiresIn: 2 * daySeconds })
  const expiry = async () => {
    const [live] = await api.json<{ expiration_date: string | null }[]>(
      'GET',
      `/download/links/folder/${folder.id}`,
    )
    return live?.expiration_date ?? null
  }
  const before = Date.parse((await expiry()) ?? '')
  const files = await admin.openFolder('Reports')
  const item = files.linksRegion.getByRole('listitem')
  await item.getByRole('button', { name: '+7 days' }).click()
  await expect(page.getByText('The link is valid until')).toBeVisible()
  expect(Date.parse((await expiry()) ?? '')).toBe(before + 7 * daySeconds * 1000)
  await expectAccessible(page)

  await item.getByRole('button', { name: 'Change expiry...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Expiry of this link' })
  await expect(dialog).toContainText('The link stays the same')
  await expectAccessible(page)
  const date = dialog.getByLabel('Valid until')
  await date.fill('2001-02-03T04:05')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The expiration date must be in the future.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Expiration date' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('Valid untilNever')
  expect(await expiry()).toBeNull()
  await expect(item.getByRole('button', { name: '+7 days' })).toHaveCount(0)

  const expired = await api.share(stored, { expiresIn: 2 })
  await recipient.open(link)
  await recipient.expectFiles(1)
  await recipient.page.goto(expired.url)
  await expect(async () => {
    await recipient.page.reload()
    await expect(recipient.page.getByText('This link has expired.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.reload()
  await page.getByText('1 expired link').click()
  const old = files.linksRegion.locator('details').getByRole('listitem')
  await expect(old.getByRole('button', { name: 'Copy Link' })).toHaveCount(0)
  await expectAccessible(page)
  await old.getByRole('button', { name: '+7 days' }).press('Enter')
  await expect(item).toHaveCount(2)
  await expect(page.getByText('1 expired link')).toHaveCount(0)
  await expect(files.linksRegion.getByRole('heading')).toBeFocused()
  await recipient.open(expired)
  await recipient.expectFiles(1)
})
