import { generateKeyPairSync } from 'node:crypto'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { adminPassword } from './server.ts'

test.use({ ownServer: true })

test(
  'a former key that the server gives back is not used before the person says so',
  { tag: '@thorough' },
  async ({ page, api }) => {
    const former = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await api.putInForce(former)
    await new LoginPage(page).signIn()
    const profile = await new ProfilePage(page).goTo()
    const { keySection, otherKeyDialog, passwordForm, olderPasswordForm } = profile
    const formerWords = await profile.fingerprintWords()
    const backup = await profile.generateKeyPair()
    const words = await profile.fingerprintWords()
    expect(words).not.toEqual(formerWords)

    const unlock = async () => {
      await keySection.getByRole('button', { name: 'Show fingerprint' }).click()
      const dialog = profile.dialog('Login Password Required')
      await dialog.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
      await dialog.getByRole('button', { name: 'Unlock' }).click()
    }
    const refuse = async () => {
      await expect(otherKeyDialog).toBeVisible()
      await otherKeyDialog.getByRole('button', { name: 'Do not use it' }).click()
      await expect(otherKeyDialog).toBeHidden()
    }

    // The same password opens it, and the public key fits: nothing but this device can tell.
    await api.putInForce(former)
    await page.reload()

    await test.step('it stays locked, and another sign-in forgets nothing', async () => {
      await unlock()
      await expect(
        otherKeyDialog.getByRole('list', { name: 'Known on this device' }).locator('li'),
      ).toHaveText(words.slice(0, 4))
      await expect(
        otherKeyDialog.getByRole('list', { name: 'Given back by the server' }).locator('li'),
      ).toHaveText(formerWords)
      await expect(otherKeyDialog.getByRole('button', { name: 'Do not use it' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(keySection.getByRole('button', { name: 'Show fingerprint' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await new LoginPage(page).signIn()
      await profile.goTo()
      await unlock()
      await refuse()
      await expect(keySection.getByRole('list', { name: 'Fingerprint words' })).toHaveCount(0)
    })

    await test.step('it is not sealed with another password either', async () => {
      const stored: string[] = []
      page.on('request', (request) => {
        if (/encrypted-key|change-password/.test(request.url()) && request.method() !== 'GET')
          stored.push(request.url())
      })
      await profile.changePassword(adminPassword, 'another horse, another battery')
      await refuse()
      await expect(passwordForm.getByText('Nothing was changed.')).toBeVisible()
      await profile.unfold(olderPasswordForm)
      await olderPasswordForm.getByRole('textbox', { name: 'Older password' }).fill(adminPassword)
      await olderPasswordForm.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
      await olderPasswordForm.getByRole('button', { name: 'Seal with current password' }).click()
      await refuse()
      await expect(olderPasswordForm.getByText('Nothing was changed.')).toBeVisible()
      expect(stored).toEqual([])
    })

    await test.step('once the person says so it is the known one', async () => {
      await unlock()
      await otherKeyDialog.getByRole('button', { name: 'The pair was replaced: use it from now on' }).click()
      await profile.dialog('Login Password Required').getByRole('button', { name: 'Continue' }).click()
      await expect(keySection.getByRole('list', { name: 'Fingerprint words' }).locator('li')).toHaveText(
        formerWords,
      )
      await page.reload()
      expect(await profile.fingerprintWords()).toEqual(formerWords)
    })

    await test.step('a pair that is restored here is known', async () => {
      await profile.submitBackup('Restore key', backup)
      const question = profile.dialog('This backup is of another key pair')
      await question.getByRole('button', { name: 'Make it current again' }).click()
      await expect(profile.restoreForm.getByText(/^Private key restored/)).toBeVisible()
      expect(await profile.fingerprintWords()).toEqual(words)
    })
  },
)
