import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { adminPassword } from '../server.ts'

/** The files of one folder, as their owner uses them. */
export class FolderFilesPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get tree(): Locator {
    return this.page.getByRole('treegrid', { name: 'Files' })
  }

  /** A row of the tree, by the name of its file or directory. */
  row(name: string): Locator {
    return this.tree.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  checkbox(name: string): Locator {
    return this.tree.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** Names of all rows that exist, from the top. */
  rowNames(): Promise<string[]> {
    return this.tree.locator('.file-name').allTextContents()
  }

  get linksRegion(): Locator {
    return this.page.getByRole('region', { name: 'Active Download Links' })
  }

  get unlockDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Login Password Required' })
  }

  async enterPassword(password = adminPassword): Promise<void> {
    await this.unlockDialog.getByRole('textbox', { name: 'Login password' }).fill(password)
    await this.unlockDialog.getByRole('button', { name: 'Unlock' }).click()
  }

  async continueUnlocked(): Promise<void> {
    await this.unlockDialog.getByRole('button', { name: 'Continue' }).click()
    await expect(this.unlockDialog).toBeHidden()
  }

  /** Starts a download; unlocks the key when asked for it. Returns the saved file. */
  async downloadBy(click: () => Promise<void>): Promise<Download> {
    const saving = this.page.waitForEvent('download')
    saving.catch(() => undefined) // the caller sees it when it awaits
    await click()
    const asked = this.unlockDialog.waitFor({ state: 'visible' }).then(() => true)
    asked.catch(() => undefined)
    const needsPassword = await Promise.race([asked, saving.then(() => false)])
    if (needsPassword) {
      await this.enterPassword()
      await this.continueUnlocked()
    }
    return saving
  }

  /** Unlocks the key for what follows, without a download. */
  async unlock(password?: string): Promise<void> {
    await this.button(/^Download All/).click()
    await this.enterPassword(password)
    await expect(this.unlockDialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(this.unlockDialog).toBeHidden()
  }

  /** Presses the button of a file that will not open, and unlocks the key. */
  async tryToDownload(name: string): Promise<void> {
    await this.button(`Download ${name}`).click()
    await this.enterPassword()
    await this.continueUnlocked()
  }

  async downloadAll() {
    return this.downloadBy(() => this.button(/^Download All/).click())
  }

  /** Downloads one file; `path` leads from the top to its name, and what is closed on the way is opened. */
  async downloadFile(...path: string[]) {
    for (const [index, directory] of path.slice(0, -1).entries()) {
      const row = this.page.getByRole('row', { level: index + 1 })
      const opener = row.getByRole('button', {
        name: new RegExp(`^(Expand|Collapse) ${escapeRegExp(directory)}$`),
      })
      await this.#scrollTo(opener)
      const expand = row.getByRole('button', { name: `Expand ${directory}`, exact: true })
      if (await expand.isVisible()) await expand.click()
    }
    const button = this.page.getByRole('button', { name: `Download ${path.at(-1)}`, exact: true })
    await this.#scrollTo(button)
    return this.downloadBy(() => button.click())
  }

  /** Only the rows in view exist; scrolls from the top until the wanted one does. */
  async #scrollTo(button: Locator): Promise<void> {
    await expect(this.tree).toBeVisible()
    await this.page.evaluate(() => window.scrollTo(0, 0))
    for (let tries = 0; tries < 1000 && (await button.count()) === 0; tries++) {
      await this.page.mouse.wheel(0, 600)
      await this.page.waitForTimeout(30)
    }
    await button.scrollIntoViewIfNeeded()
  }
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
