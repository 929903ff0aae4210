/**
 * What the other tests do not drive these browsers for. The formats: every frozen vector. The recipient's page: one
 * large file, an archive, a picture and sound in their frames, and a download slow enough that a browser would stop an
 * idle service worker. The sender's: one file in parts, and others that share requests. The administrator's: sign in,
 * look through a folder, open what was sent; send a file and a message in one step, open them by the link, delete the
 * file and undo that, download a delivery from the overview. Compares hashes and prints memory, as JSON.
 *
 *   npm run e2e:browsers -- [--only=firefox] [--scenario=vectors] [--mib=1024] [--slow=90]
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AdminApi, type Link, type StoredFile } from '../adminApi.ts'
import { DownloadProxy } from '../downloadProxy.ts'
import { MemoryWatch } from '../processMemory.ts'
import { hashesOfArchive } from '../hashesOfArchive.ts'
import { plainPng } from '../pngs.ts'
import { sha256OfFile, writeRandomFile } from '../sampleFiles.ts'
import { adminPassword, adminUsername, TestServer } from '../server.ts'
import { silence } from '../silence.ts'
import { type VectorCheck, vectorRunExpression, buildVectorScript } from '../vectorScript.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { type Browser, sleep, retryFor } from './browser.ts'
import { openChromium } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

const { values: optionValues } = parseArgs({
  options: {
    only: { type: 'string' },
    scenario: { type: 'string' },
    mib: { type: 'string', default: '1024' },
    slow: { type: 'string', default: '90' },
  },
})
const slowSeconds = Number(optionValues.slow)
const slowBytes = 45_000_000
const archiveFiles = 300
/** The first goes in parts, the others in requests that they share. */
const sentBytes = [48, 8, 5, 5, 5, 1, 0].map((mib) => mib * 1024 ** 2)
const sentName = (index: number) => `sent ${index}.bin`

type SavedFile = Pick<StoredFile, 'path' | 'size' | 'sha256'>

const openBrowserByName = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit } as const

const scratchFolder = mkdtempSync(join(tmpdir(), 'sealpost-browsers-'))
const largePath = join(scratchFolder, 'large.bin')
await writeRandomFile(largePath, Number(optionValues.mib) * 1024 ** 2)
const server = await TestServer.start()
const slowProxy = await DownloadProxy.start(server.origin)
slowProxy.bytesPerSecond = slowBytes / slowSeconds
const vectorServer = await startVectorServer()
let failures = 0

try {
  const api = await AdminApi.start(server.origin)
  const [file] = await api.store([{ path: 'large.bin', content: { file: largePath } }])
  const many = await api.store(
    Array.from({ length: archiveFiles }, (_, index) => ({
      path: `Mappe ${index % 7}/Größe ${index}.bin`,
      content: randomBytes(1000 + index * 700),
    })),
  )
  const [slowFile] = await api.store([{ path: 'slow.bin', content: randomBytes(slowBytes) }])
  if (!file || !slowFile) throw new Error('nothing was stored')
  const links = {
    large: await api.share([file]),
    archive: await api.share(many),
    slow: await api.share([slowFile]),
    preview: await api.share(
      await api.store([
        { path: 'a.png', content: plainPng(40, 30) },
        { path: 'b.wav', content: silence() },
      ]),
    ),
  }

  for (const [name, open] of Object.entries(openBrowserByName)) {
    if (optionValues.only !== undefined && optionValues.only !== name) continue
    const browser = await open()
    try {
      await runScenario(browser, 'vectors', () => checkVectors(browser))
      await runScenario(browser, 'preview', () => lookAtFiles(browser, links.preview))
      await runScenario(browser, 'large', () => saveFile(browser, links.large, file))
      await runScenario(browser, 'archive', () => saveArchive(browser, links.archive, many))
      const throttledLink = { ...links.slow, url: slowProxy.through(links.slow.url) }
      await runScenario(browser, 'slow', () => saveFile(browser, throttledLink, slowFile))
      const title = `Sent-with-${name}`
      const folder = await api.createFolder({ title, perform_mime_check: false })
      let hashes: string[] = []
      await runScenario(browser, 'sender', async () => {
        const sent = await sendFiles(browser, `${server.origin}/upload/${folder.link_token}`)
        hashes = sent.hashes
        return sent.memory
      })
      if (hashes.length > 0)
        await runScenario(browser, 'administrator', () =>
          saveAsOwner(browser, title, hashes).catch((error: unknown) =>
            rethrowWithUnopened(error, browser, api, folder.id),
          ),
        )
      await runScenario(browser, 'send', () => sendInOneStep(browser))
      await runScenario(browser, 'inbox', async () => {
        const title = `Inbox-of-${name}`
        await api.storeInto(title)
        const stored = await api.store([{ path: `${name}.bin`, content: randomBytes(90_000) }])
        return saveDelivery(browser, title, stored)
      })
    } finally {
      await browser.close()
    }
  }
} finally {
  vectorServer.close()
  await slowProxy.stop()
  await server.stop()
  rmSync(scratchFolder, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

async function runScenario(browser: Browser, scenario: string, scenarioTask: () => Promise<MemoryWatch>) {
  if (optionValues.scenario !== undefined && optionValues.scenario !== scenario) return
  const began = performance.now()
  try {
    const memory = await scenarioTask()
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
    const { browser: bytes = 0 } = memory.stop()
    printResult({
      browser: browser.name,
      scenario,
      ok: true,
      seconds,
      memoryGrowthMB: Math.round(bytes / 1e6),
    })
  } catch (error) {
    failures++
    const text = error instanceof Error ? error.message : String(error)
    const page = await browser.evaluate<string>('document.body.innerText').catch(() => '')
    printResult({ browser: browser.name, scenario, ok: false, error: text, page })
  }
}

function printResult(result: Record<string, unknown>) {
  console.log(JSON.stringify(result))
}

/** A page that runs them by itself; those of the product take no script but their own. */
async function startVectorServer() {
  const checks = `${await buildVectorScript()}
    ${vectorRunExpression()}.then((results) => (document.body.textContent = JSON.stringify(results)))`
  const page = createServer(({ url }, response) => {
    const isScript = url === '/checks.js'
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`)
    response.end(isScript ? checks : '<!doctype html><body><script src="/checks.js"></script>')
  })
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(page.address() as AddressInfo).port}`
  return { origin, close: () => page.close() }
}

async function checkVectors(browser: Browser): Promise<MemoryWatch> {
  const memory = new MemoryWatch({ browser: browser.pid })
  await browser.goTo(vectorServer.origin)
  let results: VectorCheck[] = []
  await retryFor(300, async () => {
    results = JSON.parse(await browser.evaluate<string>('document.body.innerText')) as VectorCheck[]
  })
  const failed = results.filter(({ ok }) => !ok)
  if (failed.length > 0 || results.length < 75) throw new Error(JSON.stringify(failed.slice(0, 10)))
  return memory
}

async function openLink(browser: Browser, link: Link): Promise<MemoryWatch> {
  await browser.goTo('about:blank')
  await browser.goTo(link.url)
  await waitForText(browser, 'Files ready for download:', 60)
  // Whatever a first visit loads and compiles is not what is measured.
  await sleep(4000)
  return new MemoryWatch({ browser: browser.pid })
}

/** A picture, then sound, each in its frame. */
async function lookAtFiles(browser: Browser, link: Link): Promise<MemoryWatch> {
  const memory = await openLink(browser, link)
  await browser.click("//button[contains(@class, 'look')][normalize-space()='a.png']")
  const expectShown = (title: string) =>
    retryFor(30, async () => {
      const isShown = `document.querySelector('iframe[title="Preview of ${title}"]')?.getAttribute('aria-busy') === 'false'`
      if (!(await browser.evaluate<boolean>(isShown))) throw new Error(`${title} is not shown`)
    })
  await expectShown('a.png')
  await browser.click("//button[@aria-label='Next file']")
  await expectShown('b.wav')
  return memory
}

async function saveFile(browser: Browser, link: Link, file: SavedFile): Promise<MemoryWatch> {
  const memory = await openLink(browser, link)
  await browser.click(`//button[starts-with(@aria-label, "Download ${file.path}")]`)
  await waitForText(browser, 'Verified: content and name', 600)
  const path = await waitForDownload(browser, file.path, file.size)
  if ((await sha256OfFile(path)) !== file.sha256) throw new Error('The saved file is another one.')
  rmSync(path)
  return memory
}

async function saveArchive(browser: Browser, link: Link, files: StoredFile[]): Promise<MemoryWatch> {
  const memory = await openLink(browser, link)
  await browser.click('//button[normalize-space()="Download All as ZIP"]')
  await waitForText(browser, 'Download complete. Every file was verified.', 180)
  const path = await waitForDownload(browser, 'download-archive.zip')
  const hashes = await hashesOfArchive(path)
  const wrong = files.filter((file) => hashes.get(file.path) !== file.sha256)
  if (wrong.length > 0 || hashes.size !== files.length) throw new Error(`${wrong.length} files are wrong.`)
  rmSync(path)
  return memory
}

/** Files that the page makes, as if they had been chosen; their SHA-256 in hex. */
async function sendFiles(browser: Browser, link: string) {
  await browser.goTo(link)
  await waitForText(browser, 'Choose files', 60)
  await chooseFiles(
    browser,
    sentBytes.map((bytes, index) => [sentName(index), bytes]),
  )
  await sleep(4000)
  const memory = new MemoryWatch({ browser: browser.pid })
  await browser.click(`//button[normalize-space()="Upload ${sentBytes.length} files"]`)
  // What stays: the notice closes by itself, sooner than a busy machine may look.
  await waitForText(browser, `${sentBytes.length} files sent`, 300)
  return { memory, hashes: await browser.evaluate<string[]>('window.hashes') }
}

/** Has the page make files, and chooses them. Their SHA-256 in hex are in `window.hashes` a little later. */
async function chooseFiles(browser: Browser, files: [name: string, bytes: number][]): Promise<void> {
  await browser.evaluate(`(() => {
    const piece = () => crypto.getRandomValues(new Uint8Array(65_536))
    const files = ${JSON.stringify(files.map(([name, bytes]) => [name, bytes / 65_536]))}
      .map(([name, length]) => new File(Array.from({ length }, piece), name))
    const hex = (digest) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const hash = async (file) => hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    Promise.all(files.map(hash)).then((hashes) => (window.hashes = hashes))
    const chosen = new DataTransfer()
    for (const file of files) chosen.items.add(file)
    const input = document.querySelector('input[type=file]:not([webkitdirectory])')
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
}

/** Signs in, which opens the key. A session of before ends. */
async function signIn(browser: Browser): Promise<void> {
  await browser.goTo(`${server.origin}/login`)
  await browser.evaluate(`void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { '${csrfHeader}': decodeURIComponent(/${csrfCookie}=([^;]*)/.exec(document.cookie)?.[1] ?? '') },
  }).then(() => (window.isSignedOut = true))`)
  await retryFor(30, async () => {
    if (!(await browser.evaluate<boolean>('window.isSignedOut === true'))) throw new Error('no sign-out')
  })
  await browser.goTo('about:blank')
  await browser.goTo(`${server.origin}/login`)
  await waitForText(browser, 'Sign In', 60)
  await fillField(browser, 'form input[name=username]', adminUsername)
  await fillField(browser, 'form input[type=password]', adminPassword)
  await browser.click('//button[normalize-space()="Sign In"]')
  await waitForText(browser, 'Admin Dashboard', 60)
}

/** A file and a message by _Send files_, opened by their link; the file is then deleted, and is back by Undo. */
async function sendInOneStep(browser: Browser): Promise<MemoryWatch> {
  const message = 'The report, as agreed.'
  await signIn(browser)
  const memory = new MemoryWatch({ browser: browser.pid })
  await browser.click('//a[normalize-space()="Send files"]')
  await waitForText(browser, 'Choose files', 60)
  await chooseFiles(browser, [['report.bin', 3 * 1024 ** 2]])
  await fillField(browser, 'textarea', message)
  await browser.click('//button[normalize-space()="Create link"]')
  await waitForText(browser, 'Download Link Ready', 120)
  const [hash] = await browser.evaluate<string[]>('window.hashes')
  const url = await browser.evaluate<string>(
    "document.querySelector('[role=dialog] [role=textbox][aria-readonly]').textContent",
  )
  await browser.click('//button[normalize-space()="Done"]')
  await browser.click('//main//a[starts-with(normalize-space(), "Sent ")]')
  await waitForText(browser, 'report.bin', 60)
  await browser.click('//*[@role="checkbox" or self::input][@aria-label="Select report.bin"]')
  await browser.click('//button[starts-with(@aria-label, "Delete Selected")]')
  await browser.click('//*[@role="dialog"]//button[normalize-space()="Delete"]')
  await waitForText(browser, 'in the trash', 60)
  await browser.click('//button[normalize-space()="Undo"]')
  await waitForText(browser, '1 file restored.', 60)

  await browser.goTo('about:blank')
  await browser.goTo(url)
  await waitForText(browser, 'Files ready for download:', 60)
  await browser.click('//button[@aria-label="Read Message.txt"]')
  await waitForText(browser, message, 60)
  await browser.click('//*[@role="dialog"]//button[normalize-space()="Close"]')
  await browser.click('//button[starts-with(@aria-label, "Download report.bin")]')
  await waitForText(browser, 'Verified: content and name', 120)
  const path = await waitForDownload(browser, 'report.bin')
  if ((await sha256OfFile(path)) !== hash) throw new Error('The saved file is another one.')
  rmSync(path)
  return memory
}

/** The only file of a delivery, from its row of _New_ on the overview. */
async function saveDelivery(browser: Browser, folder: string, files: StoredFile[]): Promise<MemoryWatch> {
  await signIn(browser)
  const memory = new MemoryWatch({ browser: browser.pid })
  await browser.click(`//section//li[contains(., "${folder}")]//button[normalize-space()="Download all"]`)
  const [file] = files
  const path = await waitForDownload(browser, file?.path ?? '', file?.size)
  if ((await sha256OfFile(path)) !== file?.sha256) throw new Error('The saved file is another one.')
  rmSync(path)
  return memory
}

async function saveAsOwner(browser: Browser, folder: string, hashes: string[]): Promise<MemoryWatch> {
  await signIn(browser)
  await sleep(4000)
  const memory = new MemoryWatch({ browser: browser.pid })
  await browser.click(`//a[normalize-space()="${folder}"]`)
  await waitForText(browser, sentName(0), 60)
  await browser.click('//button[starts-with(@aria-label, "Download All")]')
  await waitForText(browser, 'contents and names verified', 300)
  const path = await waitForDownload(browser, `${folder}_all.zip`)
  const found = await hashesOfArchive(path)
  const wrong = hashes.filter((hash, index) => found.get(sentName(index)) !== hash)
  if (wrong.length > 0 || found.size !== hashes.length) throw new Error(`${wrong.length} files are wrong.`)
  rmSync(path)
  return memory
}

/** Adds codes of faults in the list, and the stored keys: what does not open in one browser may open in another. */
async function rethrowWithUnopened(
  error: unknown,
  browser: Browser,
  api: AdminApi,
  folderId: number,
): Promise<never> {
  const faults = await browser.evaluate<string>(
    "[...document.querySelectorAll('[data-fault]')].map((one) => one.dataset.fault).join()",
  )
  const files = await api.json<{ id: number }[]>('GET', `/folders/${folderId}/files`)
  const keys = await api.json('POST', '/folders/files/keys', { file_ids: files.map(({ id }) => id) })
  const text = error instanceof Error ? error.message : String(error)
  throw new Error(`${text}\nfaults: ${faults}\nkeys: ${JSON.stringify(keys)}`)
}

/** As if it had been typed, for React too. */
async function fillField(browser: Browser, selector: string, text: string): Promise<void> {
  await browser.evaluate(`(() => {
    const field = document.querySelector(${JSON.stringify(selector)})
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(text)})
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)
}

/** Fails at once where the page says that it has failed: nothing better comes then. */
async function waitForText(browser: Browser, text: string, seconds: number): Promise<void> {
  const last = await retryFor(seconds, async () => {
    const page = await browser.evaluate<string>('document.body.innerText')
    const hasFailed = /Failed to download|Download failed/.test(page)
    if (!hasFailed && !page.includes(text)) throw new Error(`The page does not say "${text}" but: ${page}`)
    return { page, hasFailed }
  })
  if (last.hasFailed) throw new Error(`The page says: ${last.page}`)
}

/** Waits until the browser has put a file in its place, whole. */
async function waitForDownload(browser: Browser, name: string, size?: number): Promise<string> {
  const path = join(browser.downloads, name)
  let last = -1
  await retryFor(120, () => {
    const others = readdirSync(browser.downloads).filter((one) => one !== name)
    const now = statSync(path).size
    const still = now === last && others.length === 0 && (size === undefined || now === size)
    last = now
    return still
      ? Promise.resolve()
      : Promise.reject(new Error(`${name} has ${now} bytes; beside it: ${others.join()}`))
  })
  return path
}
