import { readFile } from 'node:fs/promises'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { adminPassword } from '../server.ts'
import { unlockKey } from './unlockKey.ts'

export interface BackupFile {
  name: string
  mimeType: string
  buffer: Buffer
  content: Record<string, unknown>
}

async function readBackup(download: Download): Promise<BackupFile> {
  const buffer = await readFile(await download.path())
  const content = JSON.parse(buffer.toString()) as Record<string, unknown>
  return { name: download.suggestedFilename(), mimeType: 'application/json', buffer, content }
}

/** 'My Profile & Settings', on one of its pages */
export class ProfilePage {
  readonly page: Page
  readonly informationForm: Locator
  readonly passwordForm: Locator
  readonly twoFactorSection: Locator
  readonly keySection: Locator
  readonly generateForm: Locator
  readonly restoreForm: Locator
  readonly olderPasswordForm: Locator
  readonly recoverySection: Locator
  readonly newPairDialog: Locator
  /** The server gave back a key that this device does not know. */
  readonly otherKeyDialog: Locator

  constructor(page: Page) {
    this.page = page
    this.informationForm = page.getByRole('form', { name: 'Profile Information' })
    this.passwordForm = page.getByRole('form', { name: 'Change Login Password' })
    this.twoFactorSection = page.getByRole('region', { name: 'Two-Factor Authentication' })
    this.keySection = page.getByRole('region', { name: 'End-to-End Encryption Key' })
    this.generateForm = page.getByRole('form', { name: 'Generate new key pair' })
    this.restoreForm = page.getByRole('form', { name: 'Restore key from backup' })
    this.olderPasswordForm = page.getByRole('form', { name: 'Key sealed with an older password' })
    this.recoverySection = page.getByRole('region', { name: 'Recovery code' })
    this.otherKeyDialog = this.dialog('Another key than before')
    this.newPairDialog = page.getByRole('dialog', {
      name: /^New [Kk]ey [Pp]air (Generated - Actions Required!|in force)$/,
    })
  }

  async goTo(
    name: 'account' | 'security' | 'people' | 'devices' | 'api' | 'server' = 'security',
  ): Promise<this> {
    await this.page.goto(`/profile/${name}`)
    await expect(this.page.getByRole('heading', { name: 'My Profile & Settings' })).toBeVisible()
    return this
  }

  /** Unfolds a form that is folded at first. */
  async unfold(form: Locator): Promise<Locator> {
    await expect(this.keySection).toBeVisible()
    await expect(this.keySection.getByText('Checking key status...')).toBeHidden()
    const emergency = this.page.getByRole('region', { name: 'Emergency' })
    if (!(await form.isVisible())) await emergency.getByRole('heading', { name: 'Emergency' }).click()
    const fold = form.locator('details').first()
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click()
    await expect(fold).toHaveAttribute('open')
    return form
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }

  /** Begins a new key pair, up to the dialog of the three steps. */
  async beginKeyPair(password = adminPassword): Promise<void> {
    await this.unfold(this.generateForm)
    await this.generateForm.getByRole('textbox', { name: 'Current login password' }).fill(password)
    const isFirst = await this.keySection.getByText('No key pair', { exact: true }).isVisible()
    await this.generateForm.getByRole('button', { name: 'Generate new key pair' }).click()
    if (!isFirst) await this.page.getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(this.newPairDialog).toBeVisible({ timeout: 60_000 })
  }

  /** Waits for the steps that the page takes by itself. */
  async expectPairStored(): Promise<void> {
    await expect(this.newPairDialog.getByText('Uploaded ✓')).toBeVisible()
    await expect(this.newPairDialog.getByText('Saved ✓')).toBeVisible()
  }

  async downloadBackup(): Promise<BackupFile> {
    const saving = this.page.waitForEvent('download')
    await this.newPairDialog.getByRole('button', { name: 'Download backup' }).click()
    return readBackup(await saving)
  }

  /** The three steps of a new key pair; returns the backup file. */
  async generateKeyPair(password = adminPassword): Promise<BackupFile> {
    await this.goTo()
    await this.beginKeyPair(password)
    await this.expectPairStored()
    const backup = await this.downloadBackup()
    await this.newPairDialog.getByRole('button', { name: 'Done (Close)' }).click()
    await expect(this.newPairDialog).toBeHidden()
    return backup
  }

  async chooseBackup({ name, mimeType, buffer }: Omit<BackupFile, 'content'>): Promise<void> {
    await this.unfold(this.restoreForm)
    const choosing = this.page.waitForEvent('filechooser')
    await this.restoreForm.getByRole('button', { name: 'Choose .json file' }).click()
    await (await choosing).setFiles({ name, mimeType, buffer })
  }

  /** The stored key as it is sealed today. */
  async downloadNewBackup(): Promise<BackupFile> {
    const saving = this.page.waitForEvent('download')
    await this.keySection.getByRole('button', { name: 'Download a new backup' }).click()
    return readBackup(await saving)
  }

  /** Chooses the file, types the login password and presses the button. */
  async submitBackup(button: 'Restore key' | 'Test my backup', backup: BackupFile, password = adminPassword) {
    await this.chooseBackup(backup)
    await this.restoreForm.getByRole('textbox', { name: 'Current login password' }).fill(password)
    await this.restoreForm.getByRole('button', { name: button }).click()
  }

  async changePassword(from: string, to: string): Promise<void> {
    await this.unfold(this.passwordForm)
    await this.passwordForm.getByRole('textbox', { name: 'Current password' }).fill(from)
    await this.passwordForm.getByRole('textbox', { name: 'New password', exact: true }).fill(to)
    await this.passwordForm.getByRole('textbox', { name: 'Confirm new password' }).fill(to)
    await this.passwordForm.getByRole('button', { name: 'Change password' }).click()
  }

  async disableTwoFactor(password = adminPassword): Promise<void> {
    await this.twoFactorSection.getByRole('button', { name: 'Disable two-factor authentication' }).click()
    const dialog = this.dialog('Disable two-factor authentication?')
    await dialog.getByRole('textbox', { name: 'Current login password' }).fill(password)
    await dialog.getByRole('button', { name: 'Disable' }).click()
  }

  /** Unlocks the key where it is not, and reads the twelve words. */
  async fingerprintWords(password = adminPassword): Promise<string[]> {
    await this.keySection.getByRole('button', { name: 'Show fingerprint' }).click()
    await unlockKey(this.page, password)
    const words = this.keySection.getByRole('list', { name: 'Fingerprint words' }).getByRole('listitem')
    await expect(words).toHaveCount(12)
    return words.allInnerTexts()
  }

  /** What an authenticator app is set up with on this page, base32. */
  async shownTwoFactorSecret(): Promise<string> {
    return this.twoFactorSection.locator('code').innerText()
  }
}
