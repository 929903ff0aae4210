import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdNextRequest } from './interceptedRequests.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { authenticatorCode } from './totp.ts'

const keyButton = (page: Page, state: 'open' | 'locked') =>
  page.getByRole('button', { name: `Key ${state}`, exact: true })

test('the password that signs in opens the key, and nothing asks for it again', async ({
  account,
  api,
  page,
}) => {
  await api.store([{ path: 'letter.txt', content: Buffer.from('a letter') }])
  const files = new FolderFilesPage(page)
  const login = new LoginPage(page)

  await test.step('the lists do not wait for the key', async () => {
    const key = await holdNextRequest(page, '**/api/auth/users/me/encrypted-key')
    await login.signIn(account.password, account.username)
    await page.getByRole('link', { name: 'Shared' }).click()
    await expect(files.row('letter.txt')).toBeVisible()
    await expect(keyButton(page, 'locked')).toBeVisible()
    await key()
    await expect(keyButton(page, 'open')).toBeVisible()
  })

  await test.step('a file is opened without a dialog', async () => {
    const saving = page.waitForEvent('download')
    await files.button('Download letter.txt').click()
    expect(await (await saving).failure()).toBeNull()
    await expect(files.unlockDialog).toHaveCount(0)
  })

  await test.step('a key that was locked is asked for', async () => {
    await keyButton(page, 'open').click()
    await files.button(/^Download All/).click()
    await expect(files.unlockDialog).toBeVisible()
    await files.enterPassword()
    await files.continueUnlocked()
  })

  await test.step('whoever wants it signs in without opening the key', async () => {
    await new ProfilePage(page).goTo()
    const choice = page.getByRole('checkbox', { name: 'Open my key when I sign in' })
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await page.context().clearCookies()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await login.signIn(account.password, account.username)
    await expect(page.getByRole('link', { name: 'Shared' })).toBeVisible()
    await expect(keyButton(page, 'locked')).toBeVisible()
    expect(fetched).toContain('/api/folders/')
    expect(fetched).not.toContain('/api/auth/users/me/encrypted-key')
  })
})

test('with a second factor the password waits for the code, and not for whoever goes back', async ({
  account,
  page,
}) => {
  const login = new LoginPage(page)
  await login.signIn(account.password, account.username)
  const profile = await new ProfilePage(page).goTo()
  const section = profile.twoFactorSection
  await section.getByRole('button', { name: 'Enable two-factor authentication' }).click()
  const secret = await profile.shownTwoFactorSecret()
  await section.getByRole('textbox').fill(authenticatorCode(secret, -1))
  await section.getByRole('button', { name: 'Verify Code' }).click()
  await expect(section.getByRole('status').first()).toContainText('Enabled')
  const again = async () => {
    await page.context().clearCookies()
    await page.goto('/login')
    await login.enterPassword(account.password, account.username)
  }

  await again()
  await login.enterCode('000000')
  await expect(login.error).toBeVisible()
  await login.enterCode(authenticatorCode(secret))
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(keyButton(page, 'open')).toBeVisible()

  await again()
  const secondStep = await holdNextRequest(page, '**/api/auth/token/2fa')
  await login.enterCode(authenticatorCode(secret, 1))
  await page.getByRole('button', { name: 'Enter password instead?' }).click()
  await secondStep()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(keyButton(page, 'locked')).toBeVisible()
})
