import { expect, type Locator, type Page } from '@playwright/test'
import { clipboardText } from '../clipboard.ts'
import { FolderFilesPage } from './folderFilesPage.ts'
import { unlockKey } from './unlockKey.ts'

/** The administrator's screens, as a person uses them. */

export class DashboardPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    // Tests make folders by the API, whose names are open; before the first link is copied the page asks about that.
    void page.addLocatorHandler(page.getByRole('button', { name: 'Leave them visible' }), (button) =>
      button.click(),
    )
  }

  async goTo(): Promise<this> {
    await this.page.goto('/dashboard')
    await expect(this.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    return this
  }

  /** Creates a folder by the API, with the form's first values and other options. @returns its upload link */
  async createFolder(title: string, options: Record<string, unknown> = {}): Promise<string> {
    const cookies = await this.page.context().cookies()
    const csrf = cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
    const answer = await this.page.request.post('/api/folders/', {
      headers: { 'x-csrftoken': decodeURIComponent(csrf) },
      data: { title, expires_in_days: 30, ...options },
    })
    await expect(answer).toBeOK()
    const { link_token } = (await answer.json()) as { link_token: string }
    return new URL(`/upload/${link_token}`, answer.url()).href
  }

  async createFolderByForm(title: string): Promise<void> {
    await this.goTo()
    await this.page.getByRole('link', { name: '+ Create New Folder' }).click()
    // The dashboard of an account without folders has such a form, too.
    await expect(this.page.getByRole('heading', { name: 'Create New Upload Folder' })).toBeVisible()
    await this.page.getByLabel('Title').fill(title)
    await this.page.getByRole('button', { name: 'Create folder' }).click()
    await expect(this.page.getByRole('link', { name: title })).toBeVisible()
  }

  /** A folder's row on a wide screen. */
  row(title: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: title, exact: true }) })
  }

  /** Copies a folder's upload link as a person does, and reads it from the clipboard. */
  async copyUploadLink(title: string): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-write'])
    const row = this.row(title)
    await row.getByRole('button', { name: 'Copy Link' }).click()
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    return clipboardText(this.page)
  }

  /** Opens the menu of a folder's row. */
  async openMenu(title: string): Promise<void> {
    await this.row(title).getByRole('button', { name: 'More actions' }).click()
  }

  /** Chooses from the menu of a folder's row. */
  async chooseAction(title: string, action: string): Promise<void> {
    await this.openMenu(title)
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  /** Opens the key, which is still locked. */
  async unlock(password?: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Key locked' }).click()
    await unlockKey(this.page, password)
  }

  /** Copies a folder's upload link with the key's fingerprint, with the key still locked. */
  async copyLinkWithKey(title: string, password?: string): Promise<string> {
    await this.unlock(password)
    const link = await this.copyUploadLink(title)
    expect(link).toMatch(/#kp?=/)
    return link
  }

  /** Page of the files of a folder that was opened by its link. */
  get files(): FolderFilesPage {
    return new FolderFilesPage(this.page)
  }

  /** Opens a folder by its address. */
  async openFolder(title: string): Promise<FolderFilesPage> {
    const answer = await this.page.request.get('/api/folders/')
    const folders = (await answer.json()) as { id: number; title: string }[]
    const id = folders.find((folder) => folder.title === title)?.id
    await this.page.goto(`/folders/view/${id}`)
    return this.#expectFolderShown(title)
  }

  /** Opens a folder from the list. */
  async openFolderFromList(title: string): Promise<FolderFilesPage> {
    await this.goTo()
    await this.page.getByRole('link', { name: title }).first().click()
    return this.#expectFolderShown(title)
  }

  async #expectFolderShown(title: string): Promise<FolderFilesPage> {
    await expect(this.page.getByRole('heading', { name: `Files in Folder: ${title}` })).toBeVisible()
    return new FolderFilesPage(this.page)
  }
}
