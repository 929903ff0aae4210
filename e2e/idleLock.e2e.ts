import { expectAccessible } from './expectAccessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { ProfilePage } from './pages/profilePage.ts'

test('a key that nobody uses is locked, and a sign-out reaches every tab', async ({
  account,
  api,
  page,
  context,
}) => {
  await api.store([{ path: 'letter.txt', content: Buffer.from('a letter') }])
  await page.clock.install()
  const dashboard = await signIn(page, account)

  await test.step('the time is chosen in the profile and kept on this device', async () => {
    await new ProfilePage(page).goTo('devices')
    const choice = page.getByRole('combobox', { name: 'Lock the private key when unused for' })
    await expect(choice).toHaveValue('15')
    await choice.selectOption('30 minutes')
    await page.reload()
    await expect(choice).toHaveValue('30')
    await expectAccessible(page)
  })

  await test.step('after so long the key is gone, the session is not, and the next action asks again', async () => {
    const files = await dashboard.openFolder('Shared')
    await files.unlock()
    await page.clock.fastForward('16:00')
    await expect(page.getByText('names verified')).toBeVisible()
    await page.clock.fastForward('31:00')
    await expect(page.getByText('Your private key was locked after 30 minutes without use.')).toBeVisible()
    await files.button(/^Download All/).click()
    await expect(files.unlockDialog).toBeVisible()
    await files.enterPassword()
    await files.continueUnlocked()
  })

  await test.step('a sign-out in one tab is one in all', async () => {
    const other = new DashboardPage(await context.newPage())
    await other.goTo()
    await other.page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  })
})
