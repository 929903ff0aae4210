import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { adminPassword, adminUsername } from '../server.ts'

/** The administrator's screens, as a person uses them. */

export class LoginPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async signIn(password = adminPassword): Promise<DashboardPage> {
    await this.#page.goto('/login')
    await this.#page.getByLabel('Username').fill(adminUsername)
    await this.#page.getByRole('textbox', { name: 'Password' }).fill(password)
    await this.#page.getByRole('button', { name: 'Sign In' }).click()
    await expect(this.#page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    return new DashboardPage(this.#page)
  }
}

export class DashboardPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async goTo(): Promise<this> {
    await this.page.goto('/dashboard')
    await expect(this.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    return this
  }

  async createFolder(title: string): Promise<void> {
    await this.goTo()
    await this.page.getByRole('link', { name: '+ Create New Folder' }).click()
    await this.page.getByLabel('Title').fill(title)
    await this.page.getByRole('button', { name: 'Create Folder' }).click()
    await expect(this.page.getByRole('link', { name: title })).toBeVisible()
  }

  /** Copies a folder's upload link as a person does, and reads it from the clipboard. */
  async copyUploadLink(title: string): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const row = this.page.getByRole('row').filter({ has: this.page.getByRole('link', { name: title }) })
    await row.getByRole('button', { name: 'Copy Link' }).click()
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    return this.page.evaluate(() => navigator.clipboard.readText())
  }

  async openFolder(title: string): Promise<FolderFilesPage> {
    await this.goTo()
    await this.page.getByRole('link', { name: title }).click()
    await expect(this.page.getByRole('heading', { name: `Files in Folder: ${title}` })).toBeVisible()
    return new FolderFilesPage(this.page)
  }
}

export class ProfilePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** The three steps of a new key pair; returns the backup file's content. */
  async generateKeyPair(): Promise<{ name: string; content: Record<string, unknown> }> {
    const page = this.#page
    await page.goto('/profile')
    await page.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
    await page.getByRole('button', { name: 'Generate New Key Pair' }).click()
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New Key Pair Generated - Actions Required!' })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Upload Public Key' }).click()
    await expect(dialog.getByText('Uploaded ✓')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Encrypted Key' }).click()
    await expect(dialog.getByText('Saved ✓')).toBeVisible()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download Backup' }).click()
    const backup = await saving
    await dialog.getByRole('button', { name: 'Done (Close)' }).click()
    await expect(dialog).toBeHidden()
    const content = JSON.parse(await readFile(await backup.path(), 'utf8')) as Record<string, unknown>
    return { name: backup.suggestedFilename(), content }
  }
}

export class FolderFilesPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Starts a download; unlocks the key when asked for it. Returns the saved file. */
  async #save(click: () => Promise<void>) {
    const saving = this.page.waitForEvent('download')
    saving.catch(() => undefined) // the caller sees it when it awaits
    await click()
    const dialog = this.page.getByRole('dialog', { name: 'Login Password Required' })
    const asked = dialog.waitFor({ state: 'visible' }).then(() => true)
    asked.catch(() => undefined)
    const needsPassword = await Promise.race([asked, saving.then(() => false)])
    if (needsPassword) {
      await dialog.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
      await dialog.getByRole('button', { name: 'Unlock' }).click()
      await dialog.getByRole('button', { name: 'Continue' }).click()
    }
    return saving
  }

  /** Unlocks the key for what follows, without a download. */
  async unlock(): Promise<void> {
    await this.page.getByRole('button', { name: /^Download All/ }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Login Password Required' })
    await dialog.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
    await dialog.getByRole('button', { name: 'Unlock' }).click()
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  async downloadAll() {
    return this.#save(() => this.page.getByRole('button', { name: /^Download All/ }).click())
  }

  /** Downloads one file; `path` leads from the top to its name, and what is closed on the way is opened. */
  async downloadFile(...path: string[]) {
    for (const [index, directory] of path.slice(0, -1).entries()) {
      const row = this.page.getByRole('row', { level: index + 1 })
      const opener = row.getByRole('button', {
        name: new RegExp(`^(Expand|Collapse) ${escaped(directory)}$`),
      })
      await this.#scrollTo(opener)
      const expand = row.getByRole('button', { name: `Expand ${directory}`, exact: true })
      if (await expand.isVisible()) await expand.click()
    }
    const button = this.page.getByRole('button', { name: `Download ${path.at(-1)}`, exact: true })
    await this.#scrollTo(button)
    return this.#save(() => button.click())
  }

  /** Only the rows in view exist; scrolls from the top until the wanted one does. */
  async #scrollTo(button: Locator): Promise<void> {
    await expect(this.page.getByRole('treegrid', { name: 'Files' })).toBeVisible()
    await this.page.evaluate(() => window.scrollTo(0, 0))
    for (let tries = 0; tries < 1000 && (await button.count()) === 0; tries++) {
      await this.page.mouse.wheel(0, 600)
      await this.page.waitForTimeout(30)
    }
    await button.scrollIntoViewIfNeeded()
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
