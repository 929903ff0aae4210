import { expect, type Download, type Page } from '@playwright/test'
import type { Link } from '../adminApi.ts'

/** What the recipient of a download link sees. */
export class DownloadPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes to the link as to a new page; addresses that differ behind the '#' alone would load nothing. */
  async open(link: Link | string): Promise<this> {
    await this.page.goto('about:blank')
    await this.page.goto(typeof link === 'string' ? link : link.url)
    await expect(this.page.getByRole('heading', { name: 'Secure File Download' })).toBeVisible()
    return this
  }

  /** Waits for the list of files, however many there are. */
  async expectReady(): Promise<void> {
    await expect(this.page.getByText('Files ready for download:')).toBeVisible({ timeout: 60_000 })
  }

  async expectFiles(count: number): Promise<void> {
    await this.expectReady()
    await expect(this.#files).toHaveCount(count)
  }

  row(name: string) {
    return this.#files.filter({ hasText: name })
  }

  /** Rows of files, without those of their folders. */
  get #files() {
    return this.page.getByRole('listitem').filter({ has: this.page.locator('button.state') })
  }

  async unlock(password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await this.page.getByRole('button', { name: 'Unlock Files' }).click()
  }

  async save(name: string): Promise<Download> {
    return this.#downloadBy(() =>
      this.row(name)
        .getByRole('button', { name: /^(Download|Failed|Done!) / })
        .click(),
    )
  }

  async saveAll(): Promise<Download> {
    return this.#downloadBy(() => this.page.getByRole('button', { name: 'Download All as ZIP' }).click())
  }

  async saveFolder(path: string): Promise<Download> {
    return this.#downloadBy(() =>
      this.page.getByRole('button', { name: `Folder as ZIP: ${path}`, exact: true }).click(),
    )
  }

  async #downloadBy(click: () => Promise<void>): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click()])
    return download
  }

  /** Records every text that the button of a file takes from now on. @returns reads them, in order */
  async recordButtonTexts(name: string): Promise<() => Promise<string[]>> {
    const button = this.row(name).locator('button.state')
    await button.evaluate((element) => {
      const seen = [element.textContent]
      new MutationObserver(() => {
        if (element.textContent !== seen.at(-1)) seen.push(element.textContent)
      }).observe(element, { childList: true, characterData: true, subtree: true })
      ;(window as unknown as { buttonTexts: string[] }).buttonTexts = seen
    })
    return () => this.page.evaluate(() => (window as unknown as { buttonTexts: string[] }).buttonTexts)
  }
}
