import { expectAccessible } from './expectAccessible.ts'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { abortRequests, holdNextRequest } from './interceptedRequests.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { adminPassword } from './server.ts'
import { authenticatorCode } from './totp.ts'

testOnOwnServer(
  'signing in takes two steps with a second factor, and leads to the page that was asked for',
  async ({ page, context }) => {
    const login = new LoginPage(page)
    const notice = (text: string) => page.getByRole('alert').filter({ hasText: text })

    await test.step('without a session a protected page leads to the login and back', async () => {
      const check = await holdNextRequest(page, '**/api/auth/users/me')
      await page.goto('/folders/new')
      await expect(page.getByText('Loading authentication status...')).toBeVisible()
      await check()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expectAccessible(page)

      await login.enterPassword('not the password')
      await expect(login.error).toHaveText('Incorrect username or password.')
      await expect(notice('Error: Incorrect username or password.')).toBeVisible()
      await expectAccessible(page)
      await login.enterPassword()
      await expect(page.getByRole('heading', { name: 'Create New Upload Folder' })).toBeVisible()
      await expect(notice('Incorrect username or password.')).toHaveCount(0)
    })

    await test.step('whatever the address says, nobody is led away from here', async () => {
      for (const redirect of ['//example.org', '/.//example.org', 'https://example.org']) {
        await page.goto(`/login?${new URLSearchParams({ redirect }).toString()}`)
        await expect(page).toHaveURL('/dashboard')
      }
    })

    const profile = await new ProfilePage(page).goTo()
    await profile.twoFactorSection.getByRole('button', { name: 'Enable two-factor authentication' }).click()
    const secret = await profile.shownTwoFactorSecret()
    await profile.twoFactorSection.getByRole('textbox').fill(authenticatorCode(secret))
    await profile.twoFactorSection.getByRole('button', { name: 'Verify Code' }).click()
    await expect(profile.twoFactorSection.getByRole('status').first()).toContainText('Enabled')

    await test.step('logging out leaves nothing behind, even when the call fails', async () => {
      await page.route('**/api/auth/logout', (route) => route.abort())
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await page.unroute('**/api/auth/logout')
      await context.clearCookies()
    })

    await test.step('the second step asks for the code, and the way back forgets what was typed', async () => {
      await login.enterPassword()
      await expect(
        page.getByText('Enter the code that your authenticator app shows for admin.'),
      ).toBeVisible()
      const verify = page.getByRole('button', { name: 'Verify Code' })
      await expect(verify).toBeDisabled()
      await page.getByLabel('Authenticator code').fill('12a3')
      await expect(page.getByLabel('Authenticator code')).toHaveValue('123')
      await expect(verify).toBeDisabled()
      await login.enterCode('000000')
      await expect(login.error).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Enter password instead?' }).click()
      await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
      await expect(login.error).toHaveCount(0)
    })

    await test.step('the waiting is said on the buttons', async () => {
      const firstStep = await holdNextRequest(page, '**/api/auth/token')
      await login.enterPassword()
      await expect(page.getByRole('button', { name: 'Checking...' })).toBeDisabled()
      await firstStep()
      const secondStep = await holdNextRequest(page, '**/api/auth/token/2fa')
      await login.enterCode(authenticatorCode(secret, 1))
      await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
      await secondStep()
      await expect(page).toHaveURL('/dashboard')
    })
  },
)

test.describe('without the service worker', () => {
  // It would answer for parts of the application that do not load.
  test.use({ serviceWorkers: 'block' })

  test('a session that ends, a page that breaks and a page that is not there each show a way on', async ({
    account,
    admin: dashboard,
    page,
    context,
  }) => {
    await dashboard.createFolder('Kept')
    await dashboard.goTo()

    await test.step('an ended session leads to the login without a notification', async () => {
      const cookies = (await context.cookies()).filter(({ name }) => !name.includes('csrf'))
      for (const { name } of cookies) await context.clearCookies({ name })
      await dashboard.chooseAction('Kept', 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1)
      await expect(page.locator('.notistack-SnackbarContainer').getByRole('alert')).toHaveCount(0)
      await new LoginPage(page).enterPassword(adminPassword, account.username)
      await expect(page).toHaveURL('/dashboard')
      await expect(dashboard.row('Kept')).toBeVisible()
    })

    await test.step('a part of the application that does not load leaves the frame standing', async () => {
      await page.route('**/assets/ProfileRoute*', (route) => route.abort())
      await page.goto('/dashboard')
      await page.getByRole('link', { name: 'My Profile' }).click()
      await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/assets/ProfileRoute*')
      await page.getByRole('link', { name: 'Go Home' }).click()
      await expect(page).toHaveURL('/dashboard')
    })

    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go Home' }).click()
    await expect(page).toHaveURL('/dashboard')
    await new DashboardPage(page).goTo()

    await test.step('no answer is no sign-out', async () => {
      const mend = await abortRequests(page, '**/api/auth/users/me')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
      await expect(page.getByText('Network Error: Could not connect to the server.')).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    })
  })
})
