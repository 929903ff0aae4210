import type { Page } from '@playwright/test'
import { type OidcProvider, startOidcProvider, oidcClient } from './oidcProvider.ts'
import { AdminApi } from './adminApi.ts'
import { expectAccessible } from './expectAccessible.ts'
import { testOnOwnServer as base, expect } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { adminPassword, adminUsername, freePort, TestServer } from './server.ts'
import { createOwnServices } from './services.ts'

/** A server whose sessions a real provider opens, which is another site: its name is an address, ours is not. */
const test = base.extend<{ provider: OidcProvider & { port: number }; settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  provider: async ({}, use) => {
    const port = await freePort()
    const provider = await startOidcProvider(`http://localhost:${port}/api/auth/oidc/callback`)
    await use({ ...provider, port })
    await provider.stop()
  },
  server: async ({ provider, settings }, use) => {
    const { port, issuer } = provider
    const server = await TestServer.start(port, {
      ...(await createOwnServices()),
      PUBLIC_URL: `http://localhost:${port}`,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: oidcClient.client_id,
      OIDC_CLIENT_SECRET: oidcClient.client_secret,
      OIDC_NAME: 'Example Login',
      ...settings,
    })
    await use(server)
    await server.stop()
  },
})

/** The provider's own pages. */
async function passProviderPages(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const providerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Example Login' })
const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' })

async function logOut(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(providerButton(page)).toBeVisible()
}

test(
  'a person links themselves, signs in by the provider, and opens the key with the password',
  { tag: '@thorough' },
  async ({ page, server }) => {
    const { api } = await AdminApi.signIn(server.origin)
    expect(api).toBeDefined()
    await new LoginPage(page).signIn()
    const profile = new ProfilePage(page)
    await profile.goTo()
    const section = page.getByRole('region', { name: 'Sign-in by Example Login' })
    await expect(section.getByText('Not linked')).toBeVisible()
    await section.getByRole('button', { name: 'Link' }).click()
    const dialog = profile.dialog('Link to Example Login')
    await dialog.getByRole('textbox', { name: 'Current login password' }).fill('not the password')
    await dialog.getByRole('button', { name: 'Go on to the provider' }).click()
    await expect(dialog.getByText('Incorrect password provided.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await dialog.getByRole('button', { name: 'Go on to the provider' }).click()
    await passProviderPages(page, 'at-work')
    await expect(section.getByText('Linked. From now on the provider opens your session.')).toBeVisible()
    await expect(page.getByText(`Signed in as ${adminUsername}`)).toBeVisible()

    await logOut(page)
    await page.goto('/profile/security')
    await providerButton(page).click()
    // The page that was asked for; the provider knows its visitor.
    await expect(page.getByText(`Signed in as ${adminUsername}`)).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/profile/security`)
    await page.reload()
    await expect(page.getByText(`Signed in as ${adminUsername}`)).toBeVisible()

    await profile.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    await unlockKey(page)
    await expect(profile.keySection.getByRole('list', { name: 'Fingerprint words' })).toBeVisible()

    await section.getByRole('button', { name: 'Unlink' }).click()
    const unlinking = profile.dialog('Unlink from Example Login?')
    await unlinking.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await unlinking.getByRole('button', { name: 'Unlink' }).click()
    await expect(section.getByText('Unlinked. All other sessions have been ended.')).toBeVisible()
    await logOut(page)
    await providerButton(page).click()
    await expect(page.getByText('Nobody here who may sign in is linked to that person')).toBeVisible()
    expect(server.log).not.toMatch(/[?&](?:code|state)=/)
  },
)

test(
  'whoever signs in by the provider alone has a key password, which signs nobody in',
  { tag: '@thorough' },
  async ({ page, server, provider }) => {
    await server.admin('add', 'carla', '--sso-only')
    await server.admin('link', 'carla', provider.issuer, 'carla-at-work')
    await page.goto('/login')
    await expectAccessible(page)
    await providerButton(page).click()
    await passProviderPages(page, 'carla-at-work')
    await expect(dashboardHeading(page)).toBeVisible()

    const profile = new ProfilePage(page)
    await profile.goTo()
    const setting = page.getByRole('form', { name: 'Set a key password' })
    await setting.getByRole('textbox', { name: 'Key password', exact: true }).fill('several words of mine')
    await setting.getByRole('textbox', { name: 'Confirm key password' }).fill('several words')
    await setting.getByRole('button', { name: 'Set key password' }).click()
    await expect(setting.getByText('Passwords do not match.')).toBeVisible()
    await expectAccessible(page)
    await setting.getByRole('textbox', { name: 'Confirm key password' }).fill('several words of mine')
    await setting.getByRole('button', { name: 'Set key password' }).click()

    await expect(page.getByRole('form', { name: 'Change Key Password' })).toBeVisible()
    await profile.unfold(profile.generateForm)
    const generate = profile.generateForm.getByRole('textbox', { name: 'Current key password' })
    await generate.fill('several words of mine')
    await profile.generateForm.getByRole('button', { name: 'Generate new key pair' }).click()
    await profile.expectPairStored()
    await profile.downloadBackup()
    await profile.newPairDialog.getByRole('button', { name: 'Done (Close)' }).click()
    await page.reload()
    await profile.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    const unlocking = profile.dialog('Key Password Required')
    await unlocking.getByRole('textbox', { name: 'Key password' }).fill('several words of mine')
    await unlocking.getByRole('button', { name: 'Unlock' }).click()
    await unlocking.getByRole('button', { name: 'Continue' }).click()
    await expect(profile.keySection.getByRole('list', { name: 'Fingerprint words' })).toBeVisible()

    await logOut(page)
    const login = new LoginPage(page)
    await login.enterPassword('several words of mine', 'carla')
    await expect(login.error).toHaveText('Incorrect username or password.')
  },
)

test.describe('where passwords are for the operator', () => {
  test.use({ settings: { OIDC_ONLY: '1' } })

  test('the sign-in form stands aside, and lets the operator in', { tag: '@thorough' }, async ({ page }) => {
    await page.goto('/login')
    await expect(providerButton(page)).toBeVisible()
    await expect(page.getByLabel('Username')).toBeHidden()
    await expectAccessible(page)
    await page.getByText('Sign in as the operator').click()
    await new LoginPage(page).enterPassword()
    await expect(dashboardHeading(page)).toBeVisible()
  })
})
