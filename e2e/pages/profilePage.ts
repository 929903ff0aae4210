import { readFile } from 'node:fs/promises'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { adminPassword } from '../server.ts'
import { unlockKey } from './unlock.ts'

export interface BackupFile {
  name: string
  mimeType: string
  buffer: Buffer
  content: Record<string, unknown>
}

async function backupFile(download: Download): Promise<BackupFile> {
  const buffer = await readFile(await download.path())
  const content = JSON.parse(buffer.toString()) as Record<string, unknown>
  return { name: download.suggestedFilename(), mimeType: 'application/json', buffer, content }
}

/** 'My Profile & Settings', on one of its pages */
export class ProfilePage {
  readonly page: Page
  readonly information: Locator
  readonly password: Locator
  readonly twoFactor: Locator
  readonly key: Locator
  readonly generate: Locator
  readonly restore: Locator
  readonly olderPassword: Locator
  readonly recoveryCode: Locator
  readonly newPair: Locator
  /** The server gave back a key that this device does not know. */
  readonly otherKey: Locator

  constructor(page: Page) {
    this.page = page
    this.information = page.getByRole('form', { name: 'Profile Information' })
    this.password = page.getByRole('form', { name: 'Change Login Password' })
    this.twoFactor = page.getByRole('region', { name: 'Two-Factor Authentication' })
    this.key = page.getByRole('region', { name: 'End-to-End Encryption Key' })
    this.generate = page.getByRole('form', { name: 'Generate new key pair' })
    this.restore = page.getByRole('form', { name: 'Restore key from backup' })
    this.olderPassword = page.getByRole('form', { name: 'Key sealed with an older password' })
    this.recoveryCode = page.getByRole('region', { name: 'Recovery code' })
    this.otherKey = this.dialog('Another key than before')
    this.newPair = page.getByRole('dialog', {
      name: /^New [Kk]ey [Pp]air (Generated - Actions Required!|in force)$/,
    })
  }

  async goTo(name: 'account' | 'security' | 'devices' | 'api' | 'server' = 'security'): Promise<this> {
    await this.page.goto(`/profile/${name}`)
    await expect(this.page.getByRole('heading', { name: 'My Profile & Settings' })).toBeVisible()
    return this
  }

  /** What is in a form that is folded at first. */
  async unfold(form: Locator): Promise<Locator> {
    await expect(this.key.getByText('Checking key status...')).toBeHidden()
    const fold = form.locator('details').first()
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click()
    await expect(fold).toHaveAttribute('open')
    return form
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }

  /** Up to the dialog of the three steps. */
  async beginKeyPair(password = adminPassword): Promise<void> {
    await this.unfold(this.generate)
    await this.generate.getByRole('textbox', { name: 'Current login password' }).fill(password)
    const isFirst = await this.key.getByText('No key pair', { exact: true }).isVisible()
    await this.generate.getByRole('button', { name: 'Generate new key pair' }).click()
    if (!isFirst) await this.page.getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(this.newPair).toBeVisible({ timeout: 60_000 })
  }

  /** Waits for the steps that the page takes by itself. */
  async pairStored(): Promise<void> {
    await expect(this.newPair.getByText('Uploaded ✓')).toBeVisible()
    await expect(this.newPair.getByText('Saved ✓')).toBeVisible()
  }

  async downloadBackup(): Promise<BackupFile> {
    const saving = this.page.waitForEvent('download')
    await this.newPair.getByRole('button', { name: 'Download backup' }).click()
    return backupFile(await saving)
  }

  /** The three steps of a new key pair; returns the backup file. */
  async generateKeyPair(password = adminPassword): Promise<BackupFile> {
    await this.goTo()
    await this.beginKeyPair(password)
    await this.pairStored()
    const backup = await this.downloadBackup()
    await this.newPair.getByRole('button', { name: 'Done (Close)' }).click()
    await expect(this.newPair).toBeHidden()
    return backup
  }

  async chooseBackup({ name, mimeType, buffer }: Omit<BackupFile, 'content'>): Promise<void> {
    await this.unfold(this.restore)
    const choosing = this.page.waitForEvent('filechooser')
    await this.restore.getByRole('button', { name: 'Choose .json file' }).click()
    await (await choosing).setFiles({ name, mimeType, buffer })
  }

  /** The stored key as it is sealed today. */
  async downloadNewBackup(): Promise<BackupFile> {
    const saving = this.page.waitForEvent('download')
    await this.key.getByRole('button', { name: 'Download a new backup' }).click()
    return backupFile(await saving)
  }

  /** Chooses the file, types the login password and presses the button. */
  async withBackup(button: 'Restore key' | 'Test my backup', backup: BackupFile, password = adminPassword) {
    await this.chooseBackup(backup)
    await this.restore.getByRole('textbox', { name: 'Current login password' }).fill(password)
    await this.restore.getByRole('button', { name: button }).click()
  }

  async changePassword(from: string, to: string): Promise<void> {
    await this.unfold(this.password)
    await this.password.getByRole('textbox', { name: 'Current password' }).fill(from)
    await this.password.getByRole('textbox', { name: 'New password', exact: true }).fill(to)
    await this.password.getByRole('textbox', { name: 'Confirm new password' }).fill(to)
    await this.password.getByRole('button', { name: 'Change password' }).click()
  }

  async disableTwoFactor(password = adminPassword): Promise<void> {
    await this.twoFactor.getByRole('button', { name: 'Disable two-factor authentication' }).click()
    const dialog = this.dialog('Disable two-factor authentication?')
    await dialog.getByRole('textbox', { name: 'Current login password' }).fill(password)
    await dialog.getByRole('button', { name: 'Disable' }).click()
  }

  /** Unlocks the key where it is not, and reads the twelve words. */
  async fingerprintWords(password = adminPassword): Promise<string[]> {
    await this.key.getByRole('button', { name: 'Show fingerprint' }).click()
    await unlockKey(this.page, password)
    const words = this.key.getByRole('list', { name: 'Fingerprint words' }).getByRole('listitem')
    await expect(words).toHaveCount(12)
    return words.allInnerTexts()
  }

  /** What an authenticator app is set up with on this page, base32. */
  async shownSecret(): Promise<string> {
    return this.twoFactor.locator('code').innerText()
  }
}
