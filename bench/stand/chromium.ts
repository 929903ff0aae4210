import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Download, type Page } from '@playwright/test'
import { launchOptions } from '../../e2e/browser.ts'
import { childrenOf } from '../../e2e/memory.ts'
import { DownloadPage } from '../../e2e/pages/downloadPage.ts'
import { UploadPage } from '../../e2e/pages/uploadPage.ts'
import { type LongTasks, readTasks, watchTasks } from '../measure/longTasks.ts'
import type { BenchBrowser, DownloadTab, LabTab, SavedFile, UploadTab } from './browser.ts'
import { cache } from './sampleFiles.ts'

/** Chromium by the page models of the tests, in a profile on disk, as people have: a private window keeps its files in memory. */
export class Chromium implements BenchBrowser {
  readonly name = 'chromium'
  readonly pid: number
  readonly #context: BrowserContext

  private constructor(context: BrowserContext, pid: number) {
    this.#context = context
    this.pid = pid
  }

  static async open(baseURL: string): Promise<Chromium> {
    const profile = join(cache, 'profile')
    rmSync(profile, { recursive: true, force: true })
    // Playwright does not tell the pid of the browser that it starts: it is the child of this process that is new.
    const before = new Set(childrenOf(process.pid))
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL })
    context.setDefaultTimeout(600_000)
    const pid = childrenOf(process.pid).find((one) => !before.has(one)) ?? 0
    return new Chromium(context, pid)
  }

  get version(): string {
    return `Chromium ${this.#context.browser()?.version() ?? ''}`.trim()
  }

  newPage(): Promise<Page> {
    return this.#context.newPage()
  }

  async openUpload(link: string): Promise<UploadTab> {
    const upload = await new UploadPage(await this.newPage()).open(link)
    return {
      ...tabOf(upload.page),
      queue: async (source) => {
        if ('file' in source) await upload.chooseFiles([source.file])
        else await upload.drop([source.folder])
        await upload.expectQueued('file' in source ? 1 : source.files)
      },
      send: async (files) => {
        await upload.start()
        await upload.expectAllReceived(files)
      },
    }
  }

  async openDownload(link: string): Promise<DownloadTab> {
    const recipient = await new DownloadPage(await this.newPage()).open(link)
    await recipient.expectReady()
    return {
      ...tabOf(recipient.page),
      save: async (name) => saved(await recipient.save(name)),
      saveAll: async () => saved(await recipient.saveAll()),
    }
  }

  async openPage(url: string): Promise<LabTab> {
    const page = await this.newPage()
    await page.goto(url)
    return {
      ...tabOf(page),
      choose: (files) => page.setInputFiles('input', files),
      evaluate: (expression) => page.evaluate(expression),
      save: async () => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')])
        return saved(download)
      },
    }
  }

  close(): Promise<void> {
    return this.#context.close()
  }
}

const tabOf = (page: Page) => ({
  watchTasks: async () => {
    await page.evaluate(watchTasks)
  },
  tasks: () => page.evaluate<LongTasks | null>(readTasks),
  close: () => page.close(),
})

async function saved(download: Download): Promise<SavedFile> {
  const path = await download.path()
  return { path, remove: () => download.delete() }
}
