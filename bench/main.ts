/**
 * Measures the product beside its unencrypted counterpart, in the same run and alternating, and prints JSON.
 *
 *   npm run bench -- [--mib=1024] [--files=5000] [--rounds=3]
 *
 * Ratios are what counts: absolute figures depend on the machine and on what else it does. Sample files are made once
 * and kept in .cache/bench.
 */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import type { DashboardPage } from '../e2e/pages/adminPages.ts'
import { LoginPage } from '../e2e/pages/loginPage.ts'
import { ProfilePage } from '../e2e/pages/profilePage.ts'
import { UploadPage } from '../e2e/pages/uploadPage.ts'
import { sha256OfFile, writeRandomFile } from '../e2e/sampleFiles.ts'
import { TestServer } from '../e2e/server.ts'
import { childrenOf, MemoryWatch } from '../e2e/memory.ts'
import { megabytes, median, print, round, seconds } from './figures.ts'
import { originOf, startPlainServer } from './plainServer.ts'
import { benchServer } from './server.ts'

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    files: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
  },
})
const mib = Number(values.mib)
const fileCount = Number(values.files)
const rounds = Number(values.rounds)
const smallFileBytes = 8 * 1024

const cache = join('.cache', 'bench')
mkdirSync(cache, { recursive: true })

async function largeFile(): Promise<string> {
  const path = join(cache, `${mib}-mib.bin`)
  if (!existsSync(path) || statSync(path).size !== mib * 1024 ** 2)
    await writeRandomFile(path, mib * 1024 ** 2)
  return path
}

function smallFiles(): string {
  const folder = join(cache, `${fileCount}-files`)
  if (existsSync(folder)) return folder
  for (let index = 0; index < fileCount; index++) {
    const directory = join(folder, `directory ${Math.floor(index / 500)}`)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, `file ${index}.bin`), randomBytes(smallFileBytes))
  }
  return folder
}

/** The longest task that blocked the page's main thread, in milliseconds. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const state = window as unknown as { longestTask: number }
    state.longestTask = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.longestTask = Math.max(state.longestTask, entry.duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  return () => page.evaluate(() => (window as unknown as { longestTask: number }).longestTask)
}

class Bench {
  readonly server: TestServer
  readonly plainOrigin: string
  /** A profile on disk, as people have: a private window keeps its file systems in memory. */
  readonly browser: BrowserContext
  readonly admin: DashboardPage
  #folders = 0

  constructor(server: TestServer, plainOrigin: string, browser: BrowserContext, admin: DashboardPage) {
    this.server = server
    this.plainOrigin = plainOrigin
    this.browser = browser
    this.admin = admin
  }

  /** In a round of its own: reading the memory maps of a browser takes time from what is measured. */
  watchMemory(): MemoryWatch {
    return new MemoryWatch({ browser: browserPid, server: this.server.pid })
  }

  async plainUpload(path: string): Promise<number> {
    const page = await this.browser.newPage()
    await page.goto(this.plainOrigin)
    await page.setInputFiles('input', path)
    const began = performance.now()
    await page.evaluate(() => (window as unknown as { put(): Promise<void> }).put())
    const took = seconds(began)
    await page.close()
    return took
  }

  /** Uploads into a folder of its own; returns its title too. */
  async sealedUpload(paths: string[], count: number, watch = false) {
    const title = `Bench ${++this.#folders}`
    await this.admin.createFolder(title)
    const link = await this.admin.copyUploadLink(title)
    const upload = await new UploadPage(await this.browser.newPage()).open(link)
    if (count === 1) await upload.chooseFiles(paths)
    else await upload.drop(paths)
    await upload.expectQueued(count)
    const longestTask = await watchTasks(upload.page)
    const memory = watch ? this.watchMemory() : undefined
    const began = performance.now()
    await upload.start()
    await upload.expectAllReceived(count)
    const took = seconds(began)
    const growth = memory?.stop() ?? {}
    const task = await longestTask()
    await upload.page.close()
    return { title, took, growth, task }
  }

  async plainDownload(): Promise<number> {
    const page = await this.browser.newPage()
    await page.goto(this.plainOrigin)
    const starting = page.waitForEvent('download')
    const began = performance.now()
    await page.click('a')
    const download = await starting
    await download.path()
    const took = seconds(began)
    await download.delete()
    await page.close()
    return took
  }

  async openedDownload(title: string, name: string, expectedHash: string, watch = false) {
    const files = await this.admin.openFolder(title)
    await files.unlock()
    const longestTask = await watchTasks(files.page)
    const memory = watch ? this.watchMemory() : undefined
    const began = performance.now()
    const download = await files.downloadFile(name)
    const path = await download.path()
    const took = seconds(began)
    const growth = memory?.stop() ?? {}
    if ((await sha256OfFile(path)) !== expectedHash)
      throw new Error('The download differs from the original.')
    await download.delete()
    return { took, growth, task: await longestTask() }
  }

  async archive(title: string, watch = false) {
    const files = await this.admin.openFolder(title)
    await files.unlock()
    const memory = watch ? this.watchMemory() : undefined
    const began = performance.now()
    const download = await files.downloadAll()
    await download.path()
    const took = seconds(began)
    await download.delete()
    return { took, growth: memory?.stop() ?? {} }
  }
}

const large = await largeFile()
const many = smallFiles()
const plainTarget = join(cache, 'plain-upload.bin')
const server = await TestServer.start()
const plain = await startPlainServer(plainTarget, large)
// Playwright does not tell the pid of the browser that it starts: it is the child of this process that is new.
const before = new Set(childrenOf(process.pid))
const profile = join(cache, 'profile')
rmSync(profile, { recursive: true, force: true })
const browser = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.origin })
const browserPid = childrenOf(process.pid).find((pid) => !before.has(pid)) ?? 0

try {
  const page = await browser.newPage()
  const dashboard = await new LoginPage(page).signIn()
  await new ProfilePage(page).generateKeyPair()
  const bench = new Bench(server, originOf(plain), browser, dashboard)
  const hash = await sha256OfFile(large)
  const name = `${mib}-mib.bin`

  const uploads = []
  const plainUploads = []
  const downloads = []
  const plainDownloads = []
  for (let n = 0; n < rounds; n++) {
    plainUploads.push(await bench.plainUpload(large))
    const upload = await bench.sealedUpload([large], 1)
    uploads.push(upload)
    plainDownloads.push(await bench.plainDownload())
    downloads.push(await bench.openedDownload(upload.title, name, hash))
  }
  const watchedUpload = await bench.sealedUpload([large], 1, true)
  const watchedDownload = await bench.openedDownload(watchedUpload.title, name, hash, true)
  for (const [scenario, sealed, reference, watched] of [
    ['upload', uploads, plainUploads, watchedUpload],
    ['download', downloads, plainDownloads, watchedDownload],
  ] as const) {
    const took = median(sealed.map((one) => one.took))
    const plainTook = median([...reference])
    print({
      scenario,
      mib,
      rounds,
      seconds: round(took),
      plainSeconds: round(plainTook),
      megabytesPerSecond: round((mib * 1.048576) / took, 0),
      ratioToPlain: round(plainTook / took),
      allSeconds: sealed.map((one) => round(one.took)),
      allPlainSeconds: reference.map((one) => round(one)),
      longestTaskMs: Math.round(Math.max(...sealed.map((one) => one.task))),
      ...megabytes(watched.growth),
    })
  }

  if (fileCount > 0) {
    const small = await bench.sealedUpload([many], fileCount)
    const watchedSmall = await bench.sealedUpload([many], fileCount, true)
    print({
      scenario: 'small files, upload',
      files: fileCount,
      bytesEach: smallFileBytes,
      seconds: round(small.took),
      filesPerSecond: Math.round(fileCount / small.took),
      longestTaskMs: Math.round(small.task),
      ...megabytes(watchedSmall.growth),
    })
    const archive = await bench.archive(small.title)
    const watchedArchive = await bench.archive(small.title, true)
    print({
      scenario: 'small files, archive',
      files: fileCount,
      seconds: round(archive.took),
      filesPerSecond: Math.round(fileCount / archive.took),
      ...megabytes(watchedArchive.growth),
    })
  }
} finally {
  await browser.close()
  await server.stop()
}

// By itself: a browser beside it would take its processor.
const alone = await TestServer.start()
try {
  await benchServer(alone, originOf(plain), mib, rounds)
} finally {
  await alone.stop()
  plain.close()
  plain.closeAllConnections()
  rmSync(plainTarget, { force: true })
}
