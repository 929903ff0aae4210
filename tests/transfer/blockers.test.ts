import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { KiB, MiB } from '../../contract/limits.ts'
import { hashesOfArchive } from '../../e2e/hashesOfArchive.ts'
import { fault } from '../../core/faults/fault.ts'
import { createSameThreadHash } from '../../core/util/sameThreadHash.ts'
import { openingWorker } from '../../core/open/openingWorker.ts'
import type { ArchiveEntry, SealedFileUrls } from '../../core/open/openJob.ts'
import { runDownload, type DownloadPorts } from '../../core/download/runDownload.ts'
import type { DownloadBlocker, DownloadState } from '../../core/download/types.ts'
import { createLink, linkVerifier, protectedLink, startServerWithFiles } from '../server/links.ts'
import { forSuite } from '../forSuite.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { addUser, type Browser } from '../server/testServer.ts'
import { SealedLibrary, type StoredFile } from '../core/open/sealedLibrary.ts'

/*
 * Downloads of a real server, by the engine as it is, whose session or pass ends in the middle. What is saved in the end
 * is either whole, or nothing.
 */

/** Of small ones that share requests, some that have one of their own, and one in several blocks of chunks. */
const fileSizes = [
  ...Array.from({ length: 40 }, () => 20 * KiB),
  ...Array.from({ length: 12 }, () => MiB),
  12 * MiB,
]

const sharedServer = forSuite(async () => {
  const library = await SealedLibrary.open()
  for (const [index, size] of fileSizes.entries()) await library.add(`${index}.bin`, randomBytes(size))
  const { files } = library
  const sealed = files.map(({ entry, sealed: bytes }) => ({ name: entry.name, bytes, hash: entry.sha256 }))
  const shared = await startServerWithFiles(sealed)
  const origin = await shared.server.listen()
  // As the server lists them.
  const listed = (await shared.browser.get(`/api/folders/${shared.folder.id}/files`)).json<
    { id: number; file_hash: string }[]
  >()
  const idOf = new Map(listed.map(({ id, file_hash }) => [file_hash, id]))
  const entriesAt = ({ fileUrl, bundleUrl }: SealedFileUrls): ArchiveEntry[] =>
    files.map(({ entry }) => ({
      ...entry,
      id: idOf.get(entry.sha256) ?? expect.fail('not stored'),
      urls: { fileUrl: origin + fileUrl, bundleUrl: origin + bundleUrl },
    }))
  return { ...shared, files, entriesAt }
})

/** The files on the server, and the browser of somebody who has signed in. */
const signInToFiles = async () => ({
  ...sharedServer(),
  browser: await sharedServer().server.newBrowser().signIn('admin'),
})

const ownerUrls: SealedFileUrls = {
  fileUrl: callUrl(addresses.downloadFile, { id: '' }),
  bundleUrl: callUrl(addresses.downloadFilesTogether),
}

/** An archive on its way to a file, by whoever `browser` is signed in as. */
class ArchiveDownload {
  readonly states: DownloadState[] = []
  readonly running
  readonly path: string
  /** Bytes that have been written. */
  writtenBytes = 0
  #onWritten: (() => void)[] = []

  constructor(folder: string, entries: readonly ArchiveEntry[], browser: Browser) {
    this.path = join(folder, 'archive.zip')
    const cookie = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ports: DownloadPorts = {
      sinks: ['memory'],
      noSink: fault('no-sink'),
      clock: {
        now: () => performance.now(),
        wakeAt: () => undefined,
        onNetworkBack: () => () => undefined,
      },
      openSink: (_, onEvent) => {
        const worker = openingWorker<null>({
          get: (url, { range, signal }) =>
            fetch(url, { signal, headers: { cookie: cookie(), ...(range !== undefined && { range }) } }),
          beginHash: createSameThreadHash,
          sink: () => ({
            kind: 'pieces',
            put: async (pieces) => {
              // Held open: what is on its way when the file is removed makes no new one.
              const file = await open(`${this.path}.part`, 'w')
              try {
                for await (const piece of pieces) {
                  await file.appendFile(piece)
                  this.writtenBytes += piece.length
                  for (const tell of this.#onWritten.splice(0)) tell()
                }
              } finally {
                await file.close()
              }
            },
          }),
        })
        worker.onEvent(onEvent)
        worker.addEntries(entries)
        return Promise.resolve({
          open: () =>
            void worker
              .open({ kind: 'archive', hasNoBackpressure: false, compareSha256: false }, null)
              .then(onEvent),
          show: () => undefined,
          handOver: () => rename(`${this.path}.part`, this.path).then(() => undefined),
          resume: () => worker.resume(),
          leave: () => {
            worker.cancel()
            void rm(`${this.path}.part`, { force: true })
          },
        })
      },
    }
    this.running = runDownload(ports, (state) => this.states.push(state))
  }

  async waitForBytes(bytes: number) {
    while (this.writtenBytes < bytes) await new Promise<void>((resolve) => this.#onWritten.push(resolve))
  }

  blocker = () => this.states.at(-1)?.blocker ?? null
}

const expectBlocker = (download: ArchiveDownload, blocker: DownloadBlocker) =>
  expect.poll(download.blocker).toBe(blocker)

async function expectWhole({ path }: ArchiveDownload, files: readonly StoredFile[]) {
  const expected = files.map(({ entry, plain }) => [
    entry.name,
    createHash('sha256').update(plain).digest('hex'),
  ])
  expect([...(await hashesOfArchive(path))]).toEqual(expected)
}

it.each([1, 6 * MiB])('a session that ends after %i bytes is needed, and goes on', async (bytes) => {
  const { browser, files, entriesAt } = await signInToFiles()
  const download = new ArchiveDownload(await scratchFolder(), entriesAt(ownerUrls), browser)
  await download.waitForBytes(bytes)
  await browser.post('/api/auth/logout')
  await expectBlocker(download, 'sign-in')
  await browser.signIn('admin')
  download.running.resume()
  const { end, leftOut } = await download.running.ended
  expect(end).toMatchObject({ type: 'saved' })
  expect(leftOut).toEqual([])
  await expectWhole(download, files)
})

it('a session that is over before the first byte is needed, and nothing is left out for it', async () => {
  const { browser, files, entriesAt } = await signInToFiles()
  await browser.post('/api/auth/logout')
  const download = new ArchiveDownload(await scratchFolder(), entriesAt(ownerUrls), browser)
  await expectBlocker(download, 'sign-in')
  // Going on too early changes nothing: it is needed once more.
  const signInCount = () => download.states.filter(({ blocker }) => blocker === 'sign-in').length
  const before = signInCount()
  download.running.resume()
  await expect.poll(signInCount).toBeGreaterThan(before)
  await browser.signIn('admin')
  download.running.resume()
  expect((await download.running.ended).leftOut).toEqual([])
  await expectWhole(download, files)
}, 60_000)

it('nothing is saved where another person signs in', async () => {
  const { server, browser, entriesAt } = await signInToFiles()
  const folder = await scratchFolder()
  const download = new ArchiveDownload(folder, entriesAt(ownerUrls), browser)
  await download.waitForBytes(6 * MiB)
  await browser.post('/api/auth/logout')
  await expectBlocker(download, 'sign-in')
  await addUser(server.services, 'somebody')
  await browser.signIn('somebody')
  download.running.cancel()
  expect((await download.running.ended).end).toEqual({ type: 'cancelled' })
  await expect.poll(() => readdir(folder)).toEqual([])
}, 60_000)

it('a link that asks for its password again is told so, and goes on', async () => {
  const { server, browser, ids, files, entriesAt } = await signInToFiles()
  const { link_token } = await createLink(browser, protectedLink(ids))
  const recipient = server.newBrowser()
  const give = () => recipient.post(`/api/download/${link_token}/verify-password`, { password: linkVerifier })
  expect((await give()).statusCode).toBe(200)
  const urls = {
    fileUrl: callUrl(addresses.downloadSharedFile, { link_token, id: '' }),
    bundleUrl: callUrl(addresses.downloadSharedFilesTogether, { link_token }),
  }
  const download = new ArchiveDownload(await scratchFolder(), entriesAt(urls), recipient)
  await download.waitForBytes(2 * MiB)
  server.passTime(48 * 3600)
  await expectBlocker(download, 'link-password')
  expect((await give()).statusCode).toBe(200)
  download.running.resume()
  expect((await download.running.ended).end).toMatchObject({ type: 'saved' })
  await expectWhole(download, files)
}, 60_000)
