import type { CDPSession, Locator, Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { sealPrivateKey } from './sealing.ts'
import { adminPassword } from './server.ts'

/** An authenticator of Chromium itself, as a laptop has one. */
class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  static async add(page: Page, { hasPrf = true } = {}): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        hasPrf,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** Whether the next finger is the right one. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }

  async credentials(): Promise<string[]> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    return credentials.map(({ credentialId }) => credentialId)
  }

  async remove(): Promise<void> {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id })
  }

  async forgetAll(): Promise<void> {
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId: this.#id })
  }
}

class PasskeysPage extends ProfilePage {
  readonly passkeys: Locator = this.page.getByRole('region', { name: 'Passkeys' })
  readonly addingDialog: Locator = this.dialog('Add a passkey')
  readonly unlockDialog: Locator = this.dialog('Login Password Required')
  readonly rows: Locator = this.passkeys.getByRole('listitem')

  /** Up to the first gesture. */
  async beginToAdd(name: string): Promise<void> {
    await this.passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await this.addingDialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.addingDialog.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await this.addingDialog.getByRole('button', { name: 'Continue' }).click()
    await this.addingDialog.getByRole('button', { name: 'Create the passkey' }).click()
  }

  async add(name: string): Promise<void> {
    await this.beginToAdd(name)
    await this.addingDialog.getByRole('button', { name: 'Use the passkey' }).click()
    await expect(this.passkeys.getByText('The passkey is added.')).toBeVisible()
    await expect(this.rows.filter({ hasText: name })).toBeVisible()
  }

  async remove(name: string): Promise<void> {
    await this.passkeys.getByRole('button', { name: `Remove ${name}` }).click()
    const removing = this.dialog('Remove this passkey?')
    await removing.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await removing.getByRole('button', { name: 'Remove' }).click()
  }

  /** Locks the key, as a visit does, and asks for it. */
  async askForKey(): Promise<Locator> {
    await this.goTo()
    await expect(this.passkeys).toBeVisible()
    const listed = this.page.waitForResponse((response) => response.url().endsWith('/api/auth/passkeys'))
    await this.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    await listed
    return this.unlockDialog.getByRole('button', { name: 'Unlock with a passkey' })
  }

  async unlockByPasskey(): Promise<void> {
    await (await this.askForKey()).click()
    await this.unlockDialog.getByRole('button', { name: 'Continue' }).click()
    await expect(this.keySection.getByRole('list', { name: 'Fingerprint words' })).toBeVisible()
  }

  async expectRefusal(words: string): Promise<void> {
    await (await this.askForKey()).click()
    await expect(this.unlockDialog.getByRole('alert')).toContainText(words)
    await this.unlockDialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(this.unlockDialog.getByRole('textbox', { name: 'Login password' })).toBeFocused()
  }
}

test('a passkey is added by two gestures, and opens the key by one', async ({ admin: { page } }) => {
  const authenticator = await VirtualAuthenticator.add(page)
  const profile = await new PasskeysPage(page).goTo()
  await profile.add('Laptop')
  await expect(profile.rows).toHaveText(/Laptop.*Added .* last used /)
  expect(await authenticator.credentials()).toHaveLength(1)
  await expectAccessible(page)

  const unlock = await profile.askForKey()
  await expect(unlock).toBeEnabled()
  // The password stays beside it, and has the focus.
  await expect(profile.unlockDialog.getByRole('textbox', { name: 'Login password' })).toBeFocused()
  await expectAccessible(page)
  await unlock.press('Enter')
  await expect(profile.unlockDialog.getByText('Your private key is unlocked in this tab')).toBeVisible()
  await profile.unlockDialog.getByRole('button', { name: 'Continue' }).click()
  await expect(profile.keySection.getByRole('list', { name: 'Fingerprint words' })).toBeVisible()

  // A backup file needs the password that opens the stored key.
  await profile.keySection.getByRole('button', { name: 'Download a new backup' }).click()
  await expect(profile.unlockDialog.getByRole('textbox', { name: 'Login password' })).toBeVisible()
  await expect(unlock).toBeHidden()
  // The key stays open, and nothing is said of a stored one that changed.
  await expect(profile.unlockDialog).not.toContainText('The stored key')
  await profile.unlockDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(profile.keySection.getByRole('list', { name: 'Fingerprint words' })).toBeVisible()
})

test(
  'a passkey that does not do what it should opens nothing, and the password stays',
  { tag: '@thorough' },
  async ({ admin: { page } }) => {
    const profile = await new PasskeysPage(page).goTo()

    await test.step('created without the right finger', async () => {
      const locked = await VirtualAuthenticator.add(page)
      await locked.setUserVerified(false)
      await profile.beginToAdd('Laptop')
      await expect(profile.addingDialog.getByRole('alert')).toContainText('No passkey was created')
      // After as many wrong fingers as it has asked for it takes none.
      await locked.remove()
    })

    const authenticator = await VirtualAuthenticator.add(page)
    await test.step('cancelled, then created', async () => {
      await profile.addingDialog.getByRole('button', { name: 'Create the passkey' }).click()
      await profile.addingDialog.getByRole('button', { name: 'Use the passkey' }).click()
      await expect(profile.rows).toHaveCount(1)
    })

    await test.step('twice on one device', async () => {
      await profile.goTo()
      await profile.beginToAdd('Again')
      await expect(profile.addingDialog.getByRole('alert')).toContainText(
        'has a passkey for your key already',
      )
      await profile.addingDialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('given up after it was created', async () => {
      await profile.remove('Laptop')
      await expect(profile.passkeys.getByText('The passkey is removed.')).toBeVisible()
      await expect(profile.rows).toHaveCount(0)
      await expect.poll(() => authenticator.credentials(), 'it was told').toEqual([])
      await profile.beginToAdd('Laptop')
      await expect(profile.addingDialog.getByText('Now use the passkey.')).toBeVisible()
      await profile.addingDialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(profile.rows).toHaveCount(0)
      await expect.poll(() => authenticator.credentials(), 'it was told').toEqual([])
    })

    await test.step('gone from its device', async () => {
      await profile.add('Laptop')
      await authenticator.forgetAll()
      await profile.expectRefusal('The passkey was not used')
    })

    await test.step('used without the right finger', async () => {
      await profile.goTo()
      await profile.remove('Laptop')
      await profile.add('Laptop')
      await authenticator.setUserVerified(false)
      await profile.expectRefusal('The passkey was not used')
      await profile.unlockDialog.getByRole('button', { name: 'Cancel' }).click()
      await profile.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
      await unlockKey(page)
    })
  },
)

test(
  'an authenticator that derives nothing is told so, and nothing is stored',
  { tag: '@thorough' },
  async ({ admin: { page } }) => {
    await VirtualAuthenticator.add(page, { hasPrf: false })
    const profile = await new PasskeysPage(page).goTo()
    await profile.beginToAdd('Old key')
    await expect(profile.addingDialog.getByRole('alert')).toContainText('cannot open keys')
    await profile.addingDialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(profile.rows).toHaveCount(0)
    const unlock = await profile.askForKey()
    await expect(profile.unlockDialog.getByRole('textbox', { name: 'Login password' })).toBeFocused()
    await expect(unlock).toHaveCount(0)
  },
)

test(
  'two devices have passkeys of their own, until another pair comes into force',
  { tag: '@thorough' },
  async ({ admin: { page }, account, browser, baseURL }) => {
    // As in browsers that tell authenticators nothing: this one keeps what is removed.
    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'signalUnknownCredential'))
    await VirtualAuthenticator.add(page)
    const laptop = await new PasskeysPage(page).goTo()
    await laptop.add('Laptop')

    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    const { page: other } = await signIn(await context.newPage(), account)
    const authenticator = await VirtualAuthenticator.add(other)
    const phone = await new PasskeysPage(other).goTo()
    await phone.expectRefusal('The passkey was not used')
    await phone.goTo()
    await phone.add('Phone')
    await phone.unlockByPasskey()
    const kept = Promise.all(
      ['passkeys', 'wrap'].map((end) => page.waitForResponse((one) => one.url().endsWith(`/${end}`))),
    )
    await laptop.unlockByPasskey()
    const [list = '', wrap = ''] = await Promise.all((await kept).map((one) => one.text()))

    const open = await phone.askForKey()
    await expect(open).toBeVisible()
    await laptop.goTo()
    await laptop.remove('Phone')
    await expect(laptop.rows).toHaveText([/Laptop/])
    await open.click()
    await expect(phone.unlockDialog.getByRole('alert')).toContainText('was removed from your profile')
    await phone.goTo()
    await expect(phone.rows).toHaveText([/Laptop/])
    await authenticator.forgetAll()
    await phone.add('Phone')

    await laptop.generateKeyPair()
    await expect(laptop.rows).toHaveCount(0)
    const unlock = await phone.askForKey()
    await expect(phone.unlockDialog.getByRole('textbox', { name: 'Login password' })).toBeFocused()
    await expect(unlock).toHaveCount(0)
    await context.close()

    // A server that gives back what it had, with the key of then: it opens, and this device knows another.
    await page.route('**/api/auth/passkeys', (route) => route.fulfill({ body: list }))
    await page.route('**/api/auth/passkeys/*/wrap', (route) => route.fulfill({ body: wrap }))
    await (await laptop.askForKey()).click()
    await expect(laptop.otherKeyDialog).toBeVisible()
    await laptop.otherKeyDialog.getByRole('button', { name: 'Do not use it' }).click()
    await expect(laptop.keySection.getByRole('button', { name: 'Show fingerprint' })).toBeVisible()
  },
)

test(
  'after a reset a passkey opens the key, which is sealed with the new password',
  { tag: '@thorough' },
  async ({ admin: { page }, account, api }) => {
    await VirtualAuthenticator.add(page)
    const profile = await new PasskeysPage(page).goTo()
    await profile.add('Laptop')
    const pkcs8 = account.pair.privateKey.export({ format: 'der', type: 'pkcs8' })
    await api.json('PUT', '/auth/users/me/encrypted-key', sealPrivateKey(pkcs8, 'a former password'))
    await profile.goTo()
    await profile.unfold(profile.olderPasswordForm)
    const use = profile.olderPasswordForm.getByRole('button', { name: 'Use a passkey' })
    await expect(use).toBeDisabled()
    await profile.olderPasswordForm
      .getByRole('textbox', { name: 'Current login password' })
      .fill(adminPassword)
    await use.click()
    await expect(profile.olderPasswordForm.getByText('sealed with your current')).toBeVisible()
    await profile.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    await unlockKey(page)
  },
)
