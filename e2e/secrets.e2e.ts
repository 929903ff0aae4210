import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesContaining, recordRequests, encodingsOf } from './leakDetection.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { adminPassword } from './server.ts'
import { authenticatorCode } from './totp.ts'

test.use({ ownServer: true })

/** Keeps the private keys that the page makes: the only way to know what must not be found. */
function recordPrivateKeys() {
  const kept: string[] = []
  Object.assign(window, { kept })
  const subtle = window.crypto.subtle
  const exportKey = subtle.exportKey.bind(subtle) as (format: string, key: CryptoKey) => Promise<unknown>
  Object.assign(subtle, {
    exportKey: async (format: string, key: CryptoKey) => {
      const exported = await exportKey(format, key)
      if (format === 'pkcs8') kept.push(String.fromCharCode(...new Uint8Array(exported as ArrayBuffer)))
      return exported
    },
  })
}

test('passwords, the private key and the content of files are found in no request and nowhere on the server', async ({
  page,
  context,
  server,
  stranger,
  workDir,
}) => {
  const adminRequests = recordRequests(context)
  const strangerRequests = recordRequests(stranger.page.context())
  await page.addInitScript(recordPrivateKeys)
  const marker = 'PLAINTEXT-MARKER-0f1e2d3c4b5a'
  const newPassword = 'entirely different staple'
  const small = join(workDir, 'small.txt')
  const large = join(workDir, 'large.txt')
  // Not the marker alone: the SHA-256 of the content is a field that the server keeps.
  await writeFile(small, `${marker} and more`)
  await writeFile(large, `${marker}\n`.repeat(300_000))

  // Everything that an administrator does with a password, from the first sign-in on.
  const admin = await new LoginPage(page).signIn()
  const profile = new ProfilePage(page)
  const backup = await profile.generateKeyPair()
  const privateKeys = await page.evaluate(() => (window as unknown as { kept: string[] }).kept)
  expect(privateKeys).toHaveLength(1)
  await stranger.open(await admin.createFolder('Secret'))
  await stranger.chooseFiles([small, large])
  await stranger.startUpload()
  await stranger.expectAllReceived(2)
  const files = await admin.openFolder('Secret')
  const saved = await files.downloadFile('small.txt')
  expect(await saved.failure()).toBeNull()

  await profile.goTo('account')
  await profile.informationForm.getByRole('textbox', { name: 'E-mail' }).fill('admin@example.org')
  await profile.informationForm.getByRole('textbox', { name: 'Current password' }).fill(adminPassword)
  await profile.informationForm.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.informationForm.getByText('Profile saved.')).toBeVisible()
  await profile.goTo()
  await profile.twoFactorSection.getByRole('button', { name: 'Enable two-factor authentication' }).click()
  await profile.twoFactorSection
    .getByRole('textbox', { name: 'Code from the app' })
    .fill(authenticatorCode(await profile.shownTwoFactorSecret()))
  await profile.twoFactorSection.getByRole('button', { name: 'Verify Code' }).click()
  await profile.disableTwoFactor()
  await expect(profile.twoFactorSection.getByText('Two-factor authentication is disabled.')).toBeVisible()
  await profile.submitBackup('Restore key', backup)
  await expect(profile.restoreForm.getByText(/^Private key restored/)).toBeVisible()
  await profile.changePassword(adminPassword, newPassword)
  await expect(profile.passwordForm.getByText(/^Password changed/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await new LoginPage(page).signIn(newPassword)

  const keyShapes = privateKeys.flatMap((key) => {
    const bytes = Buffer.from(key, 'latin1')
    // From the middle: it begins like every other key, and its public half is no secret.
    return encodingsOf(bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 24))
  })
  const needles = [...[adminPassword, newPassword, marker].flatMap(encodingsOf), ...keyShapes]
  expect(await filesContaining(server.dataDir, needles)).toEqual([])
  expect(needles.filter((needle) => Buffer.from(server.log).includes(needle)).map(String)).toEqual([])
  const sent = Buffer.concat([...adminRequests, ...strangerRequests])
  for (const path of ['/api/auth/token', '/api/auth/change-password', '/api/auth/2fa/disable', '/parts/1'])
    expect(sent.includes(path)).toBe(true)
  expect(needles.filter((needle) => sent.includes(needle)).map(String)).toEqual([])
  // The search itself works: what must be there is found, and a key in any base64 would be.
  for (const key of privateKeys) {
    const asSent = Buffer.from(Buffer.from(key, 'latin1').toString('base64'))
    expect(keyShapes.some((shape) => asSent.includes(shape))).toBe(true)
  }
  expect(await filesContaining(server.dataDir, [Buffer.from('small.txt')])).not.toEqual([])
})
