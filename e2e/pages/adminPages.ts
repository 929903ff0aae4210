import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { clipboardText } from '../clipboard.ts'
import { adminPassword, adminUsername } from '../server.ts'
import { FolderFilesPage } from './folderFilesPage.ts'

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

  /** Creates a folder by the API, with what the payload of section 3 may say; the upload link. */
  async createFolderWith(payload: { title: string } & Record<string, unknown>): Promise<string> {
    return this.page.evaluate(async (body) => {
      const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const answer = await fetch('/api/folders/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrftoken': decodeURIComponent(csrf) },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
      const { link_token } = (await answer.json()) as { link_token: string }
      return `${location.origin}/upload/${link_token}`
    }, payload)
  }

  /** Copies a folder's upload link as a person does, and reads it from the clipboard. */
  async copyUploadLink(title: string): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-write'])
    const row = this.page.getByRole('row').filter({ has: this.page.getByRole('link', { name: title }) })
    await row.getByRole('button', { name: 'Copy Link' }).click()
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    return clipboardText(this.page)
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
