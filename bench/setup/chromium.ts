import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import puppeteer, { type Browser, type CDPSession, type ElementHandle, type Page } from 'puppeteer-core'
import { launchOptions } from '../../e2e/launchOptions.ts'
import { adminPassword, adminUsername } from '../../e2e/server.ts'
import { type LongTasks, readTasksExpression, watchTasksExpression } from '../measure/longTasks.ts'
import type { BenchBrowser, DownloadTab, LabTab, SavedFile, UploadTab } from './browser.ts'
import { cache } from './sampleFiles.ts'
import { type PageState, settlePage } from './pageState.ts'

const timeout = 600_000

/**
 * Chromium in a profile on disk, as people have: a private window keeps its files in memory. Nothing listens to its
 * network: where developer tools do, as they do for the browser tests, every body that a page makes is copied to them as
 * text, and a worker sends 8 MiB/s instead of 100 and more.
 */
export class Chromium implements BenchBrowser {
  readonly name = 'chromium'
  readonly version: string
  readonly pid: number
  readonly #origin: string
  readonly #pages: PageState
  readonly #browser: Browser
  readonly #downloads: Downloads

  private constructor(
    { origin, pages }: { origin: string; pages: PageState },
    browser: Browser,
    version: string,
    downloads: Downloads,
  ) {
    this.#origin = origin
    this.#pages = pages
    this.#browser = browser
    this.version = version.replace('/', ' ')
    this.pid = browser.process()?.pid ?? 0
    this.#downloads = downloads
  }

  /** @param pages state of the upload pages that it opens */
  static async open(origin: string, pages: PageState): Promise<Chromium> {
    const profile = join(cache, 'profile')
    rmSync(profile, { recursive: true, force: true })
    const browser = await puppeteer.launch({
      executablePath: launchOptions.executablePath ?? playwright.executablePath(),
      args: launchOptions.args ?? [],
      userDataDir: profile,
      networkEnabled: false,
      protocolTimeout: timeout,
      defaultViewport: { width: 1280, height: 720 },
    })
    const session = await browser.target().createCDPSession()
    const downloads = await Downloads.of(session)
    const chromium = new Chromium({ origin, pages }, browser, await browser.version(), downloads)
    if (pages === 'settled') await chromium.#registerWorkers()
    return chromium
  }

  async newPage(path: string): Promise<Page> {
    const page = await this.#browser.newPage()
    page.setDefaultTimeout(timeout)
    await page.goto(new URL(path, this.#origin).href, { waitUntil: 'domcontentloaded' })
    return page
  }

  /** Registers the service workers, as a page of a first visit does when nobody has touched it for ten seconds. */
  async #registerWorkers(): Promise<void> {
    const page = await this.#browser.newPage()
    // Its policy lets no script but the page's own register one.
    await page.setBypassCSP(true)
    await page.goto(new URL('/healthz', this.#origin).href)
    await page.evaluate(`Promise.allSettled([
      navigator.serviceWorker.register('/serviceWorker.js', { scope: '/', updateViaCache: 'none' }),
      navigator.serviceWorker.register('/direct.js', { scope: '/assets/' }),
    ]).then(() => undefined)`)
    await page.close()
  }

  async openUpload(link: string): Promise<UploadTab> {
    if (this.#pages === 'fresh') await this.#clearSiteData()
    const page = await this.newPage(link)
    await waitForText(page, 100, 'Your files are end-to-end encrypted.')
    // The application is there, and not only what is drawn before it.
    await page.waitForFunction(() => document.querySelector('#first') === null)
    if (this.#pages === 'settled')
      await settlePage((expression) => page.evaluate(expression) as Promise<number | null>)
    return {
      ...tabOf(page),
      queue: async (source) => {
        const files = 'file' in source ? 1 : source.files
        if ('file' in source) await chooseFiles(page, 'input[aria-label="Choose files"]', [source.file])
        else await dropFolder(page, '[data-testid="drop-area"]', source.folder)
        await waitForText(
          page,
          100,
          `Upload ${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`,
        )
      },
      send: async (files) => {
        // Without the waits of a locator, which are not the product's.
        await page.click('::-p-xpath(//button[starts-with(normalize-space(), "Upload ")])')
        // Older builds do not group the digits.
        await waitForText(
          page,
          'mutation',
          `Upload successful! All ${files.toLocaleString('en-US')} processed files received.`,
          `Upload successful! All ${files} processed files received.`,
        )
      },
    }
  }

  /** Makes the next page a first visit: removes the worker, what pages stored, and the browser's cache. */
  async #clearSiteData(): Promise<void> {
    const page = await this.#browser.newPage()
    const session = await page.createCDPSession()
    await session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
    await session.send('Network.clearBrowserCache')
    await page.close()
  }

  async openDownload(link: string): Promise<DownloadTab> {
    const page = await this.newPage(link)
    await waitForText(page, 100, 'Files ready for download:')
    return {
      ...tabOf(page),
      save: (name) => this.#downloads.saveBy(() => page.click(`button[aria-label^="Download ${name}"]`)),
      saveAll: () =>
        this.#downloads.saveBy(() => page.locator('button ::-p-text(Download All as ZIP)').click()),
    }
  }

  /** Signed in, on the dashboard. */
  async openDashboard(): Promise<Page> {
    const page = await this.newPage('/dashboard')
    const heading = 'h1 ::-p-text(Admin Dashboard)'
    // The browser may be signed in from before.
    const isAsked = await Promise.race([
      page.waitForSelector('input[type="password"]').then(() => true),
      page.waitForSelector(heading).then(() => false),
    ])
    if (!isAsked) return page
    // The key stays locked.
    await page.evaluate(() => localStorage.setItem('sealpost-unlock-once', 'no'))
    await page.locator('input[autocomplete="username"]').fill(adminUsername)
    await page.locator('input[type="password"]').fill(adminPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForSelector(heading)
    return page
  }

  /** A folder on its owner's screen, the private key unlocked. */
  async openFolder(title: string): Promise<Omit<DownloadTab, 'save'>> {
    const { page, unlock } = await this.openLockedFolder(title)
    await unlock(adminPassword)
    const saveAll = page.locator('button ::-p-text(Download All)')
    return { ...tabOf(page), saveAll: () => this.#downloads.saveBy(() => saveAll.click()) }
  }

  /** The same with the dialog that asks for the password; `unlock` ends when the key is open and the dialog gone. */
  async openLockedFolder(title: string) {
    const page = await this.openDashboard()
    await page.locator(`a ::-p-text(${title})`).click()
    await page.locator('button ::-p-text(Download All)').click()
    const dialog = '[role="dialog"]'
    const field = page.locator(`${dialog} input[type="password"]`)
    await field.wait()
    const unlock = async (password: string) => {
      await field.fill(password)
      await page.locator(`${dialog} button[type="submit"]`).click()
      await page.waitForSelector(`${dialog} button ::-p-text(Continue)`)
      await page.keyboard.press('Escape')
      await page.waitForSelector(dialog, { hidden: true })
    }
    return { page, unlock }
  }

  async openPage(url: string): Promise<LabTab> {
    const page = await this.newPage(url)
    return {
      ...tabOf(page),
      choose: (files) => chooseFiles(page, 'input', files),
      evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
      save: () => this.#downloads.saveBy(() => page.click('a')),
    }
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

const tabOf = (page: Page) => ({
  watchTasks: async () => {
    await page.evaluate(watchTasksExpression)
  },
  tasks: () => page.evaluate(readTasksExpression) as Promise<LongTasks | null>,
  close: () => page.close(),
})

/** Waits for one of the texts. @param polling when to look: after so many ms, or when elements have changed */
async function waitForText(page: Page, polling: number | 'mutation', ...texts: string[]): Promise<void> {
  await page.waitForFunction(
    (wanted) => wanted.some((text) => document.body.innerText.includes(text)),
    { polling },
    texts,
  )
}

async function chooseFiles(page: Page, selector: string, files: string[]): Promise<void> {
  const input = await page.waitForSelector(selector)
  await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(...files)
}

/** As from a file manager: with an entry, not with plain files. */
async function dropFolder(page: Page, selector: string, folder: string): Promise<void> {
  const area = await page.waitForSelector(selector)
  const box = await area?.boundingBox()
  if (!box) throw new Error('There is no drop area.')
  const session = await page.createCDPSession()
  const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [resolve(folder)], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...position, data })
  await session.detach()
}

/** What the browser saves, one at a time. */
class Downloads {
  readonly #session: CDPSession
  readonly #folder = resolve(cache, 'saved')

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async of(session: CDPSession): Promise<Downloads> {
    const downloads = new Downloads(session)
    await rm(downloads.#folder, { recursive: true, force: true })
    await mkdir(downloads.#folder, { recursive: true })
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: downloads.#folder,
      eventsEnabled: true,
    })
    return downloads
  }

  /** Resolves when what `begin` has the browser save lies in its place. */
  async saveBy(begin: () => Promise<unknown>): Promise<SavedFile> {
    const ended = new Promise<string>((resolve, reject) => {
      this.#session.on('Browser.downloadProgress', ({ guid, state }) => {
        if (state === 'completed') resolve(guid)
        else if (state === 'canceled') reject(new Error('The browser gave the download up.'))
      })
      setTimeout(() => reject(new Error('The browser saved nothing.')), timeout).unref()
    })
    // Reported when it is waited for.
    ended.catch(() => undefined)
    try {
      await begin()
      const guid = await ended
      const path = join(this.#folder, guid)
      return { path, remove: () => rm(path) }
    } finally {
      this.#session.removeAllListeners('Browser.downloadProgress')
    }
  }
}
