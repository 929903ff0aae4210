import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { submitCode, submitEmail } from './emailGate.ts'

/** What a stranger with an upload link sees. */
export class UploadPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(link: string): Promise<this> {
    await this.page.addInitScript(recordNotices)
    await this.page.goto(link)
    await this.expectLoaded()
    return this
  }

  /** The application is there, and not only what is drawn before it. */
  async expectLoaded(): Promise<void> {
    const application = this.page.locator('#root')
    await expect(application.getByText('Your files are end-to-end encrypted.')).toBeVisible()
    await expect(this.page.locator('#first')).toHaveCount(0)
  }

  async submitPassword(password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Link password' }).fill(password)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  async submitEmail(address: string): Promise<void> {
    await submitEmail(this.page, address)
  }

  async submitCode(code: string): Promise<void> {
    await submitCode(this.page, code)
  }

  /** Waits until files can be given. */
  async expectReady(): Promise<void> {
    await expect(this.page.getByTestId('drop-area')).toBeVisible()
    await expect(this.page.locator('#first')).toHaveCount(0)
  }

  async chooseFiles(paths: string[]): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser')
    await this.page.locator('button').getByText('Choose files', { exact: true }).click()
    await (await choosing).setFiles(paths)
  }

  async chooseFolder(path: string): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser')
    await this.page.locator('button').getByText('Choose folder', { exact: true }).click()
    await (await choosing).setFiles(path)
  }

  /** Drops files and folders from disk, as from a file manager: with entries, not with plain files. */
  async drop(paths: string[]): Promise<void> {
    const area = this.page.getByTestId('drop-area')
    const box = await area.boundingBox()
    if (!box) throw new Error('There is no drop area.')
    const devtools = await this.page.context().newCDPSession(this.page)
    const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 }
      await devtools.send('Input.dispatchDragEvent', { type, ...position, data })
    }
  }

  /** Leaves and comes back, whatever the page asks. @returns the kind of its question, if it asked */
  async reload(): Promise<string | undefined> {
    let asked: string | undefined
    this.page.once('dialog', (dialog) => {
      asked = dialog.type()
      void dialog.accept()
    })
    await this.page.reload()
    await this.expectLoaded()
    return asked
  }

  /** Goes on with an interrupted upload: by one click where the browser can, else by giving the same files again. */
  async resumeUpload(paths: string[]): Promise<void> {
    const oneClick = this.page.getByRole('button', { name: 'Continue upload' })
    if (await oneClick.isVisible()) await oneClick.click()
    else await this.chooseFiles(paths)
  }

  async startUpload(): Promise<void> {
    await this.page.getByRole('button', { name: /^Upload [\d,.]+ files?$/ }).click()
  }

  async expectQueued(count: number): Promise<void> {
    const name = `Upload ${count.toLocaleString('en-US')} ${count === 1 ? 'file' : 'files'}`
    await expect(this.page.getByRole('button', { name })).toBeEnabled({ timeout: 600_000 })
  }

  async expectAllReceived(count: number): Promise<void> {
    const text = `Upload successful! All ${count.toLocaleString('en-US')} processed files received.`
    await expect.poll(() => this.page.evaluate(takeNotice, text), { timeout: 600_000 }).toBe(true)
  }
}

type WindowWithNotices = Window & { notices?: string[] }

/** Runs in the page: notices close by themselves, sooner than a busy machine may look, so they are written down. */
function recordNotices() {
  const listening: WindowWithNotices = window
  if (listening.notices) return
  const said: string[] = (listening.notices = [])
  const heard = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll('[role="alert"], [role="status"]')) {
      if (heard.has(notice)) continue
      heard.add(notice)
      said.push(notice.textContent)
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page. Each notice counts once: the same may come again for a later batch. */
function takeNotice(text: string): boolean {
  const { notices = [] }: WindowWithNotices = window
  const at = notices.findIndex((one) => one.includes(text))
  if (at >= 0) notices.splice(at, 1)
  return at >= 0
}
