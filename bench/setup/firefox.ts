import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sleep, retryFor } from '../../e2e/browsers/browser.ts'
import { type FirefoxBrowser, openFirefox } from '../../e2e/browsers/firefox.ts'
import { type LongTasks, readTasksExpression, watchTasksExpression } from '../measure/longTasks.ts'
import type { BenchBrowser, DownloadTab, LabTab, SavedFile, UploadTab } from './browser.ts'
import { nameInFolder } from './sampleFiles.ts'
import { settlePage } from './pageState.ts'

/** Firefox by its own remote protocol, with one tab: what debuggers speak changes what is measured. Its upload pages are settled. */
export class Firefox implements BenchBrowser {
  readonly name = 'firefox'
  readonly version: string
  readonly pid: number
  readonly #firefox: FirefoxBrowser

  private constructor(firefox: FirefoxBrowser) {
    this.#firefox = firefox
    this.pid = firefox.pid
    this.version = `Firefox ${firefox.version}`
  }

  static async open(): Promise<Firefox> {
    return new Firefox(await openFirefox())
  }

  async openUpload(link: string): Promise<UploadTab> {
    await this.#goTo(link)
    await this.#waitForText('Your files are end-to-end encrypted.')
    // The application is there, and not only what is drawn before it.
    const isDrawnFirst = () => this.#firefox.evaluate<boolean>("document.querySelector('#first') !== null")
    while (await isDrawnFirst()) await sleep(50)
    await settlePage((expression) => this.#firefox.evaluate<number | null>(expression))
    return {
      ...this.#tab,
      // It cannot be given a folder from outside: the files of one are chosen.
      queue: async (source) => {
        const names = Array.from({ length: 'files' in source ? source.files : 0 }, (_, n) => nameInFolder(n))
        const paths = 'file' in source ? [source.file] : names.map((name) => join(source.folder, name))
        await this.#firefox.chooseFiles('//input[@aria-label="Choose files"]', paths)
        await this.#waitForText(`Upload ${paths.length.toLocaleString('en-US')} file`)
      },
      send: async (files) => {
        await this.#firefox.click('//button[starts-with(normalize-space(), "Upload ")]')
        await this.#waitForText(
          `Upload successful! All ${files.toLocaleString('en-US')} processed files received.`,
        )
      },
    }
  }

  async openDownload(link: string): Promise<DownloadTab> {
    await this.#goTo(link)
    await this.#waitForText('Files ready for download:')
    return {
      ...this.#tab,
      save: (name, bytes) =>
        this.#saveBy(bytes, () =>
          this.#firefox.click(`//button[starts-with(@aria-label, "Download ${basename(name)}")]`),
        ),
      saveAll: () =>
        this.#saveBy(null, async () => {
          await this.#firefox.click('//button[normalize-space()="Download All as ZIP"]')
          await this.#waitForText('Download complete. Every file was verified.')
        }),
    }
  }

  async openPage(url: string): Promise<LabTab> {
    await this.#goTo(url)
    return {
      ...this.#tab,
      choose: (files) => this.#firefox.chooseFiles('//input', files),
      evaluate: (expression) => this.#firefox.evaluate(expression),
      // A click by the protocol would wait five seconds for the page that such a link leads to.
      save: (bytes) =>
        this.#saveBy(bytes, async () => {
          await this.#firefox.evaluate(`document.querySelector('a').click()`)
        }),
    }
  }

  close(): Promise<void> {
    return this.#firefox.close()
  }

  readonly #tab = {
    watchTasks: async () => {
      await this.#firefox.evaluate(watchTasksExpression)
    },
    tasks: () => this.#firefox.evaluate<LongTasks | null>(readTasksExpression),
    close: () => this.#goTo('about:blank'),
  }

  /** Addresses that differ behind the '#' alone would load nothing. */
  async #goTo(url: string): Promise<void> {
    await this.#firefox.goTo('about:blank')
    if (url !== 'about:blank') await this.#firefox.goTo(url)
  }

  async #waitForText(text: string): Promise<void> {
    const page = () => this.#firefox.evaluate<string>('document.body.innerText')
    for (const end = Date.now() + 600_000; !(await page()).includes(text); await sleep(50)) {
      if (Date.now() > end) throw new Error(`The page never said '${text}'.`)
    }
  }

  /** Until a file of that size, or of any where that is not known, lies in its place and nothing beside it. */
  async #saveBy(bytes: number | null, click: () => Promise<void>): Promise<SavedFile> {
    const { downloads } = this.#firefox
    await click()
    return retryFor(600, () => {
      const [name, ...others] = readdirSync(downloads)
      const path = join(downloads, name ?? '')
      const isWhole = name !== undefined && others.length === 0 && !name.endsWith('.part')
      if (!isWhole || (bytes !== null && statSync(path).size !== bytes)) {
        return Promise.reject(new Error(`The browser has saved ${readdirSync(downloads).join()}.`))
      }
      return Promise.resolve({ path, remove: () => rm(path) })
    })
  }
}
