import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { holdNextRequest } from './interceptedRequests.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { adminPassword } from './server.ts'
import { authenticatorCode } from './totp.ts'

test.use({ ownServer: true })

test('the profile changes name and address, the second factor and the key pair', async ({ page }) => {
  await new LoginPage(page).signIn()
  const profile = new ProfilePage(page)
  await test.step('its pages have addresses of their own, and former ones lead there', async () => {
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/profile\/account$/)
    const pages = page.getByRole('navigation', { name: 'Pages of your profile' })
    const current = pages.locator('[aria-current="page"]')
    await expect(current).toHaveText('Account')
    await pages.getByRole('link', { name: 'Devices' }).click()
    await expect(page).toHaveURL(/\/profile\/devices$/)
    await expect(current).toHaveText('Devices')
    await page.goBack()
    await expect(current).toHaveText('Account')
    await page.goto('/profile#encryption-key')
    await expect(page).toHaveURL(/\/profile\/security#encryption-key$/)
    await expect(profile.keySection).toBeVisible()
    await profile.goTo('account')
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
  })

  await test.step('Profile Information sends what changed, with the current password', async () => {
    const form = profile.informationForm
    const save = form.getByRole('button', { name: 'Save profile' })
    const username = form.getByRole('textbox', { name: 'Username' })
    const email = form.getByRole('textbox', { name: 'E-mail (optional)' })
    const password = form.getByRole('textbox', { name: 'Current password' })
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/users/me')) sent.push(request.postDataJSON())
    })

    await save.click()
    await expect(form.getByText('No profile changes detected.')).toBeVisible()
    await username.fill('ab')
    await save.click()
    await expect(form.getByText('Username must be at least 3 characters long.')).toBeVisible()
    await expect(form.getByText('Current password is required to save profile changes.')).toBeVisible()
    await expectAccessible(page)
    expect(sent).toEqual([])

    await username.fill('admin')
    await email.fill('admin@example.org')
    await password.fill('not the password')
    await save.click()
    await expect(form.getByText('Incorrect password provided.')).toBeVisible()
    await password.fill(adminPassword)
    await save.click()
    await expect(form.getByText('Profile saved.')).toBeVisible()
    await email.fill(' ')
    await username.fill('Administrator')
    await password.fill(adminPassword)
    await save.click()
    await expect(page.getByText('Signed in as Administrator')).toBeVisible()
    const verifier = expect.stringMatching(/^v1\.[\w-]{43}$/)
    expect(sent.slice(1)).toEqual([
      { current_password: verifier, email: 'admin@example.org' },
      { current_password: verifier, username: 'Administrator', email: null },
    ])
  })

  await test.step('the second factor is set up with a code, and taken away with the password', async () => {
    await profile.goTo()
    const { twoFactorSection } = profile
    const enable = twoFactorSection.getByRole('button', { name: 'Enable two-factor authentication' })
    const code = twoFactorSection.getByRole('textbox', { name: 'Code from the app' })
    const verify = twoFactorSection.getByRole('button', { name: 'Verify Code' })
    await enable.click()
    const qr = twoFactorSection.getByRole('img', { name: 'QR code for your authenticator app' })
    await expect(qr).toHaveAttribute('width', '160')
    await expect(code).toBeFocused()
    await code.fill('12x34')
    await expect(code).toHaveValue('1234')
    await expect(verify).toBeDisabled()
    await expectAccessible(page)
    await twoFactorSection.getByRole('button', { name: 'Cancel Setup' }).click()
    await expect(twoFactorSection.getByText('Disabled')).toBeVisible()

    await enable.click()
    await code.fill(authenticatorCode(await profile.shownTwoFactorSecret(), 40))
    await verify.click()
    await expect(twoFactorSection.getByText('Invalid or expired verification code.')).toBeVisible()
    await code.fill(authenticatorCode(await profile.shownTwoFactorSecret()))
    await verify.click()
    await expect(twoFactorSection.getByText('Two-factor authentication is enabled.')).toBeVisible()
    await expectAccessible(page)

    await profile.disableTwoFactor('not the password')
    const confirm = profile.dialog('Disable two-factor authentication?')
    await expect(confirm.getByText('Incorrect password provided.')).toBeVisible()
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(twoFactorSection.getByText('Enabled', { exact: true })).toBeVisible()
    await profile.disableTwoFactor()
    await expect(twoFactorSection.getByText('Two-factor authentication is disabled.')).toBeVisible()
  })

  await test.step('a new key pair is in force after three steps, none of which can be left out', async () => {
    const { keySection, generateForm, newPairDialog } = profile
    await expect(keySection.getByText('No key pair')).toBeVisible()
    await generateForm.getByRole('button', { name: 'Generate new key pair' }).click()
    await expect(generateForm.getByText('Password required to generate and encrypt keys.')).toBeVisible()
    await generateForm.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await generateForm.getByText('Advanced').click()
    const size = generateForm.getByRole('combobox', { name: 'Key size' })
    await expect(size).toHaveValue('2048')
    await size.selectOption('3072')
    const uploading = await holdNextRequest(page, '**/api/auth/public-key', 'PUT')
    const saving = await holdNextRequest(page, '**/api/auth/users/me/encrypted-key', 'PUT')
    // Nothing is replaced, so nothing is asked.
    await generateForm.getByRole('button', { name: 'Generate new key pair' }).click()
    await expect(newPairDialog.getByText('Uploading...')).toBeVisible({ timeout: 60_000 })
    const close = newPairDialog.getByRole('button', { name: 'Close' })
    await expect(close).toBeDisabled()
    await expect(close).toHaveAttribute(
      'title',
      'Please complete all steps (upload, save, download) before closing.',
    )
    await page.keyboard.press('Escape')
    await expect(newPairDialog).toBeVisible()
    await expectAccessible(page)

    await uploading()
    await expect(newPairDialog.getByText('Uploaded ✓')).toBeVisible()
    await expect(newPairDialog.getByText('Saving...')).toBeVisible()
    await saving()
    await expect(newPairDialog.getByText('Saved ✓')).toBeVisible()
    await expect(close).toBeDisabled()
    const backup = await profile.downloadBackup()
    await expect(newPairDialog.getByRole('button', { name: 'Download Again?' })).toBeVisible()
    expect(backup.name).toMatch(/^private-key-backup_Administrator_\d{4}-\d\d-\d\d\.json$/)
    expect(Object.keys(backup.content)).toEqual(
      expect.arrayContaining(['description', 'username', 'encryptedPrivateKey', 'kdfSalt', 'backupDate']),
    )
    await newPairDialog.getByRole('button', { name: 'Done (Close)' }).click()
    await expect(keySection.getByText('Active', { exact: true })).toBeVisible()

    await profile.fingerprintWords()
    await expect(keySection.getByRole('img', { name: 'QR code of the fingerprint' })).toBeVisible()
    await expect(keySection.getByText(/the public key on the server matches it/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a public key without its stored private key is warned of', { tag: '@thorough' }, async ({ page }) => {
  await new LoginPage(page).signIn()
  const profile = await new ProfilePage(page).goTo()
  const storing = '**/api/auth/users/me/encrypted-key'
  await page.route(storing, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await profile.beginKeyPair()
  await expect(profile.newPairDialog.getByText('Uploaded ✓')).toBeVisible()
  await expect(profile.newPairDialog.getByRole('button', { name: 'Save Encrypted Key' })).toBeEnabled()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(profile.keySection.getByText('Public key set, private key not stored')).toBeVisible()
  await expect(profile.keySection.getByRole('alert')).toContainText('no encrypted private key is stored')
  await expectAccessible(page)

  // Uploaders are given no key yet, so the dashboard does not say that all is well.
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  const step = page.getByRole('listitem').filter({ hasText: 'its private key was not saved (step 2 of 3)' })
  await expect(step).toBeVisible()
  await expectAccessible(page)
  await step.getByRole('link', { name: 'Complete your key pair' }).click()
  await page.unroute(storing)
  await profile.generateKeyPair()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByText('No folders found')).toBeVisible()
  await expect(step).toHaveCount(0)

  // A second pair that is not completed replaces nothing.
  await profile.goTo()
  await page.route(storing, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await profile.beginKeyPair()
  await expect(profile.newPairDialog.getByRole('button', { name: 'Save Encrypted Key' })).toBeEnabled()
  await page.goto('/dashboard')
  await expect(page.getByText('Your previous one is in force.')).toBeVisible()
  await page.getByRole('link', { name: 'Your key pair' }).click()
  await expect(profile.keySection.getByText('Active', { exact: true })).toBeVisible()
  await expect(profile.keySection.getByText(/the key pair from before is in force/)).toBeVisible()
  await expectAccessible(page)
})

test(
  'the password and the seal of the key change together, or not at all',
  { tag: '@thorough' },
  async ({ admin: { page }, server, browser, baseURL }) => {
    const newPassword = 'another horse, another battery'
    const profile = await new ProfilePage(page).goTo()
    const { passwordForm } = profile
    const words = await profile.fingerprintWords()

    await test.step('what speaks against a new password is said', async () => {
      await profile.unfold(passwordForm)
      const change = passwordForm.getByRole('button', { name: 'Change password' })
      const confirmation = passwordForm.getByRole('textbox', { name: 'Confirm new password' })
      await expect(change).toBeDisabled()
      await passwordForm.getByRole('textbox', { name: 'Current password' }).fill('wrong password')
      await passwordForm.getByRole('textbox', { name: 'New password', exact: true }).fill('short')
      await confirmation.fill('shorr')
      await expect(passwordForm.getByText('New passwords do not match.')).toBeVisible()
      await expect(change).toBeDisabled()
      await confirmation.fill('short')
      await change.click()
      await expect(passwordForm.getByText('New password must be at least 8 characters long.')).toBeVisible()
      await profile.changePassword('wrong password', 'wrong password')
      await expect(
        passwordForm.getByText('New password cannot be the same as the old password.'),
      ).toBeVisible()
      await profile.changePassword('wrong password', newPassword)
      await expect(passwordForm.getByText('Incorrect password provided.')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('without an answer it is said what may have happened, and the key opens either way', async () => {
      await page.route('**/api/auth/change-password', (route) => route.abort(), { times: 1 })
      await profile.changePassword(adminPassword, newPassword)
      await expect(
        passwordForm.getByText(/Your private key opens with the one that signs you in/),
      ).toBeVisible()
    })

    await test.step('other sessions end, this one goes on, and the new password opens the key', async () => {
      const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
      const otherPage = await elsewhere.newPage()
      await new LoginPage(otherPage).signIn()
      await profile.changePassword(adminPassword, newPassword)
      await expect(
        passwordForm.getByText('Password changed. All other sessions have been ended.'),
      ).toBeVisible()
      await otherPage.getByRole('link', { name: 'My Profile' }).click()
      await otherPage.getByRole('link', { name: 'Security' }).click()
      await expect(otherPage.getByText('Session expired. Please login again.').first()).toBeVisible()
      await elsewhere.close()

      await page.reload()
      expect(await profile.fingerprintWords(newPassword)).toEqual(words)
    })

    await test.step('after a reset the key is opened once with the older password', async () => {
      const reset = 'what the operator has set'
      await server.admin('reset', 'admin', '--password', reset)
      await page.goto('/login')
      await new LoginPage(page).signIn(reset)
      await profile.goTo()

      await profile.changePassword(reset, 'yet another password')
      const question = profile.dialog('Your private key does not open')
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(passwordForm.getByText('Nothing was changed.')).toBeVisible()

      const alone = 'changed without the key'
      await profile.changePassword(reset, alone)
      await question.getByRole('button', { name: 'Change password only' }).click()
      await expect(passwordForm.getByText(/^Password changed/)).toBeVisible()
      const warning = page.getByRole('alert').filter({ hasText: 'Your private key was not re-encrypted.' })
      await expect(warning).toContainText('might be unusable if the old password was wrong')
      await warning.getByRole('button', { name: 'Close notification' }).click()

      const form = await profile.unfold(profile.olderPasswordForm)
      const older = form.getByRole('textbox', { name: 'Older password' })
      const current = form.getByRole('textbox', { name: 'Current login password' })
      await older.fill(adminPassword)
      await current.fill(alone)
      await form.getByRole('button', { name: 'Seal with current password' }).click()
      await expect(
        form.getByText('Your stored key does not open with this older password either.'),
      ).toBeVisible()
      await older.fill(newPassword)
      await form.getByRole('button', { name: 'Seal with current password' }).click()
      await expect(
        form.getByText('Your private key is sealed with your current login password again.'),
      ).toBeVisible()
      expect(await profile.fingerprintWords(alone)).toEqual(words)

      await profile.submitBackup('Test my backup', await profile.downloadNewBackup(), alone)
      await expect(profile.restoreForm.getByText(/^Your backup works\./)).toContainText(
        'It opens with your current login password.',
      )
    })
  },
)

test('a backup is opened before it replaces anything', { tag: '@thorough' }, async ({ page }) => {
  await new LoginPage(page).signIn()
  const profile = new ProfilePage(page)
  const backup = await profile.generateKeyPair()
  const { restoreForm } = profile
  const said = (text: string | RegExp) => expect(restoreForm.getByText(text)).toBeVisible()
  const json = (content: unknown, mimeType = 'application/json') => ({
    name: 'backup.json',
    mimeType,
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  })
  const stores: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith('key')) stores.push(request.url())
  })

  await expect(restoreForm.getByRole('button', { name: 'Restore key' })).toBeHidden()
  await profile.unfold(restoreForm)
  await restoreForm.getByRole('button', { name: 'Restore key' }).click()
  await said('Please select your .json backup file.')
  await said('Please enter your current password to verify.')
  await profile.chooseBackup(json(backup.content, 'text/plain'))
  await said('Invalid file type. Please select the downloaded .json backup file.')

  const password = restoreForm.getByRole('textbox', { name: 'Current login password' })
  const attempt = async (content: unknown, typed = adminPassword) => {
    await profile.chooseBackup(json(content))
    await password.fill(typed)
    await restoreForm.getByRole('button', { name: 'Restore key' }).click()
  }
  await attempt('{')
  await said("Failed to parse backup file. Ensure it's a valid JSON file.")
  await attempt({ ...backup.content, kdfSalt: '' })
  await said('Invalid or incomplete backup file structure. Missing required key data or salt.')
  await attempt(backup.content, 'not the password')
  await said('Password verification failed. Please enter your current login password.')
  await expectAccessible(page)

  await attempt({ ...backup.content, username: 'somebody' })
  const mismatch = profile.dialog('Backup of another user')
  await expect(mismatch).toBeVisible()
  await expectAccessible(page)
  await mismatch.getByRole('button', { name: 'Cancel' }).click()
  await said('Restore cancelled due to username mismatch.')

  // One character of the ciphertext is another: no password opens it, and nothing is stored.
  const blob = String(backup.content.encryptedPrivateKey)
  const at = blob.length >> 1
  const damaged = blob.slice(0, at) + (blob[at] === 'A' ? 'B' : 'A') + blob.slice(at + 1)
  await attempt({ ...backup.content, encryptedPrivateKey: damaged })
  const question = profile.dialog('Password of the backup')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('textbox', { name: 'Password of the backup' }).fill(adminPassword)
  await question.getByRole('button', { name: 'Open backup' }).click()
  await expect(question.getByText('Decryption failed: Incorrect password or corrupted data.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await said('Restore cancelled: the backup was not opened. Nothing was changed.')
  expect(stores).toEqual([])

  await test.step('a failed save says so, and the next one succeeds', async () => {
    await page.route('**/api/auth/users/me/encrypted-key', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await attempt(backup.content)
    await said('Restore failed: Network Error: Could not connect to the server.')
    await page.unroute('**/api/auth/users/me/encrypted-key')
    await attempt(backup.content)
    await said(/^Private key restored: .* is in force/)
    await expect(profile.keySection.getByText('(restored from a backup in this session)')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('keyRestored'))).toBe('true')
    await profile.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    await unlockKey(page)
    await expect(profile.keySection.getByText(/the public key on the server matches it/)).toBeVisible()
  })
})

test(
  'a backup is saved only of what was opened and holds the known key',
  { tag: '@thorough' },
  async ({ admin: { page }, api }) => {
    const profile = await new ProfilePage(page).goTo()
    await profile.fingerprintWords()
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    const button = profile.keySection.getByRole('button', { name: 'Download a new backup' })

    await test.step('garbage of the server is not opened, and not saved', async () => {
      const garbage = {
        encryptedPrivateKey: Buffer.alloc(1200, 7).toString('base64'),
        kdfSalt: 'AAAAAAAAAAAAAAAAAAAAAA==',
      }
      const isGet = (method: string) => method === 'GET'
      await page.route('**/api/auth/users/me/encrypted-key', (route) =>
        isGet(route.request().method()) ? route.fulfill({ json: garbage }) : route.continue(),
      )
      await button.click()
      const dialog = profile.dialog('Login Password Required')
      await expect(dialog).toContainText('The stored key is not what was opened in this tab')
      await dialog.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
      await dialog.getByRole('button', { name: 'Unlock' }).click()
      await expect(dialog.getByText(/Failed to unlock key/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.unroute('**/api/auth/users/me/encrypted-key')
    })

    await test.step('another key than the one that was open is not saved without a word', async () => {
      await profile.fingerprintWords()
      await api.putInForce()
      await button.click()
      const unlocking = profile.dialog('Login Password Required')
      await unlocking.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
      await unlocking.getByRole('button', { name: 'Unlock' }).click()
      await profile.otherKeyDialog.getByRole('button', { name: 'use it from now on' }).click()
      await unlocking.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText(/No backup was saved: the stored key is/)).toBeVisible()
      expect(saved).toEqual([])
    })

    const backup = await profile.downloadNewBackup()
    await profile.submitBackup('Test my backup', backup)
    await expect(profile.restoreForm.getByText(/^Your backup works\./)).toBeVisible()
  },
)
