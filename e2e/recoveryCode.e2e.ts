import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { codeOnSheet } from './recoverySheet.ts'
import { adminPassword } from './server.ts'

test(
  'a recovery code is replaced and removed with the password, and goes with its pair',
  { tag: '@thorough' },
  async ({ admin: { page } }) => {
    const profile = await new ProfilePage(page).goTo()
    const { recoverySection } = profile
    const begin = async (button: string, dialog: string) => {
      await recoverySection.getByRole('button', { name: button }).click()
      const making = profile.dialog(dialog)
      await making.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
      await making.getByRole('button', { name: 'Make the code' }).click()
      const ready = profile.dialog('Your recovery code is ready')
      await expect(ready).toBeVisible()
      return ready
    }
    const make = async (button: string, dialog: string) => {
      const ready = await begin(button, dialog)
      const code = await codeOnSheet(ready.locator('.recovery-sheet'))
      await ready.getByRole('button', { name: 'Print or save as PDF' }).click()
      await ready.getByRole('button', { name: 'Done' }).click()
      await expect(recoverySection.getByText('Your recovery code is ready.')).toBeVisible()
      return code
    }
    const refusalOf = async (code: string) => {
      await profile.unfold(profile.olderPasswordForm)
      await profile.olderPasswordForm.getByRole('button', { name: 'Use the recovery code' }).click()
      const dialog = profile.dialog('Use the recovery code')
      await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code)
      await dialog.getByRole('button', { name: 'Open my key' }).click()
    }

    const first = await make('Make a recovery code', 'Make a recovery code')
    const second = await make('Replace the code', 'Replace the recovery code')
    await refusalOf(first)
    const dialog = profile.dialog('Use the recovery code')
    await expect(dialog.getByRole('alert')).toContainText('not the one in force')
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(second)
    await dialog.getByRole('button', { name: 'Open my key' }).click()
    const compare = profile.dialog('The same words as on your sheet?')
    await compare.getByRole('button', { name: 'They differ' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The key was not used.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(profile.keySection.getByRole('button', { name: 'Show fingerprint' })).toBeVisible()

    await recoverySection.getByRole('button', { name: 'Remove the code' }).click()
    const removing = profile.dialog('Remove the recovery code?')
    await removing.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await removing.getByRole('button', { name: 'Remove' }).click()
    await expect(recoverySection.getByText('No recovery code')).toBeVisible()

    const unseen = await begin('Make a recovery code', 'Make a recovery code')
    await unseen.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Leave without it' }).click()
    await expect(recoverySection.getByText('You left without the code')).toBeVisible()
    await profile.generateKeyPair()
    await expect(recoverySection.getByText(/belonged to the key pair that was replaced/)).toBeVisible()
    await expect(recoverySection.getByText('No recovery code')).toBeVisible()
  },
)

test(
  'who has no recovery code is reminded of it once, after thirty days',
  { tag: '@thorough' },
  async ({ admin }) => {
    await admin.goTo()
    const { page } = admin
    const reminder = page.getByText('only a recovery code on paper can open your files')
    const atDay = async (day: number) => {
      await page.clock.setSystemTime(Date.now() + day * 24 * 60 * 60_000)
      await page.reload()
      await expect(page.getByText('No folders found')).toBeVisible()
    }
    await atDay(29)
    await expect(reminder).toHaveCount(0)
    await atDay(31)
    await expect(reminder).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Make a recovery code' }).click()
    await expect(new ProfilePage(page).recoverySection.getByText('No recovery code')).toBeInViewport()
    await page.goto('/dashboard')
    await atDay(400)
    await expect(reminder).toHaveCount(0)
  },
)
