import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AdminApi, Folder, Link } from '../../e2e/adminApi.ts'
import { adminPassword, adminUsername, type Build, TestServer } from '../../e2e/server.ts'
import {
  fingerprintOf,
  uploadTarget,
  createSharedFolder,
  newestPublicKey,
  type Person,
} from '../../e2e/sharing.ts'
import { processListeningOn } from '../measure/processListeningOn.ts'
import type { WatchedProcesses } from '../measure/rounds.ts'
import { smallFileBytes } from '../sizes.ts'
import type { BenchOptions } from '../options.ts'
import type { BenchBrowser } from './browser.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { Chromium } from './chromium.ts'
import { Firefox } from './firefox.ts'
import { buildPages } from './buildPages.ts'
import { Line, type LineSpec } from './line.ts'
import { PlainServer } from './plainServer.ts'
import { folderOfFiles, largeFile, nameInFolder } from './sampleFiles.ts'
import { StoredData } from './storedData.ts'

type Administrator = Awaited<ReturnType<Checkout['signIn']>>
type SetupOptions = Pick<BenchOptions, 'browser' | 'checkout' | 'pages' | 'line'>

/** The same line to both servers. */
interface Lines {
  server: Line
  plain: Line
}

async function openLines(
  spec: LineSpec,
  { server, plain }: { server: TestServer; plain: PlainServer },
): Promise<Lines> {
  return { server: await Line.open(spec, server.origin), plain: await Line.open(spec, plain.origin) }
}

/** Everything that a scenario measures with: the real server, a plain one beside it, a browser, an administrator. */
export class Setup {
  readonly build: Build
  readonly server: TestServer
  readonly plainServer: PlainServer
  readonly browser: BenchBrowser
  readonly api: AdminApi
  /** Between browser and servers; null for none. */
  readonly lines: Lines | null
  readonly #administrator: Administrator
  /** Id of the process that listens, which need not be the one that was started. */
  readonly #serverPid: number
  readonly #stored: StoredData
  #folders = 0

  private constructor(
    build: Build,
    server: TestServer,
    plain: PlainServer,
    browser: BenchBrowser,
    administrator: Administrator,
    lines: Lines | null,
  ) {
    this.build = build
    this.server = server
    this.plainServer = plain
    this.browser = browser
    this.lines = lines
    this.api = administrator.api
    this.#administrator = administrator
    this.#stored = new StoredData(administrator.api, server.dataDir)
    this.#serverPid = processListeningOn(Number(new URL(server.origin).port))
  }

  /** @param checkout folder of the build that is measured; `pages` is the state of its upload pages */
  static async open({ browser: browserName, checkout, pages, line }: SetupOptions): Promise<Setup> {
    const { build, signIn } = await openCheckout(checkout)
    await buildPages(checkout)
    const starting = TestServer.start(undefined, {}, undefined, build)
    const [server, plain] = await Promise.all([starting, PlainServer.start()])
    let browser: BenchBrowser | undefined
    let lines: Lines | null = null
    try {
      lines = line && (await openLines(line, { server, plain }))
      const origin = lines?.server.origin ?? server.origin
      browser = await (browserName === 'chromium' ? Chromium.open(origin, pages) : Firefox.open())
      const setup = new Setup(build, server, plain, browser, await signIn(server.origin), lines)
      await setup.#warmUp()
      return setup
    } catch (error) {
      await browser?.close()
      await Promise.all([server.stop(), plain.stop(), lines?.server.close(), lines?.plain.close()])
      throw error
    }
  }

  /** For scenarios that no other browser can be asked for. */
  get chromium(): Chromium {
    if (!(this.browser instanceof Chromium)) throw new Error('This needs Chromium.')
    return this.browser
  }

  get watched(): WatchedProcesses {
    return { browser: this.browser.pid, server: this.#serverPid, plainServer: this.plainServer.pid }
  }

  /** A page of the lab's own. */
  page(name: 'plain' | 'sealing'): string {
    return `${(this.lines?.plain ?? this.plainServer).origin}/page/${name}.html`
  }

  /** An empty folder with its upload link; `remove` deletes it with all that it was sent, and waits until that is gone. */
  async newFolder(): Promise<{ link: string; folder: Folder; remove: () => Promise<void> }> {
    const remove = this.#stored.prepareRemoval()
    const folder = await this.api.createFolder({
      title: `Bench ${++this.#folders}`,
      perform_mime_check: false,
    })
    return {
      link: this.#overLine(`${this.server.origin}/upload/${folder.link_token}`),
      folder,
      remove: () => remove(folder.id),
    }
  }

  /** The download link of one file of this size, stored when it is first wanted and until the scenario ends. */
  linkOfFile(bytes: number): Promise<Link> {
    return this.#linkOf(`file ${bytes}`, async () => {
      const path = await largeFile(bytes)
      return [{ path: basename(path), content: { file: path } }]
    })
  }

  /** The download link of so many small files, stored when it is first wanted and until the scenario ends. */
  linkOfSmallFiles(count: number): Promise<Link> {
    return this.#linkOf(`files ${count}`, () => {
      const folder = folderOfFiles(count, smallFileBytes)
      const names = Array.from({ length: count }, (_, index) => nameInFolder(index))
      return Promise.resolve(names.map((name) => ({ path: name, content: readFileSync(join(folder, name)) })))
    })
  }

  /** A folder with so many files of a few bytes, spread over directories; with none, at its top. */
  async folderOfTinyFiles(count: number, directories = 350, { isHidden = false } = {}) {
    const title = `Tiny files ${randomUUID()}`
    const remove = this.#stored.prepareRemoval()
    const { id } = await this.api.storeInto(title)
    await this.api.store(tinyFiles(count, directories).map((file) => ({ ...file, isHidden })))
    return { id, title, bytes: count * tinyContent.length, remove: () => remove(id) }
  }

  /** The same in a folder of several people, whose first the administrator is. */
  async sharedFolderOfTinyFiles(count: number, directories = 350) {
    const title = `Shared tiny files ${randomUUID()}`
    const remove = this.#stored.prepareRemoval()
    const shared = await createSharedFolder(administratorAsMember(this.#administrator), title)
    const files = tinyFiles(count, directories)
    await this.api.store(files, uploadTarget(shared), newestPublicKey(shared))
    return { id: shared.id, title, bytes: count * tinyContent.length, remove: () => remove(shared.id) }
  }

  /** The download link of several files of these sizes. */
  linkOfFiles(sizes: number[]): Promise<Link> {
    return this.#linkOf(`files of ${sizes.join()}`, () =>
      Promise.all(
        sizes.map(async (bytes, n) => ({
          path: `large ${n}.bin`,
          content: { file: await largeFile(bytes) },
        })),
      ),
    )
  }

  /** Deletes all that a scenario has left. */
  clear(): Promise<void> {
    return this.#stored.clear()
  }

  async close(): Promise<void> {
    await this.browser.close()
    const { lines } = this
    await Promise.all([
      this.server.stop(),
      this.plainServer.stop(),
      lines?.server.close(),
      lines?.plain.close(),
    ])
  }

  async #linkOf(...wanted: Parameters<StoredData['linkOf']>): Promise<Link> {
    const link = await this.#stored.linkOf(...wanted)
    return { ...link, url: this.#overLine(link.url) }
  }

  /** An address of the server's, as the browser opens it. */
  #overLine(url: string): string {
    return this.lines ? url.replace(this.server.origin, this.lines.server.origin) : url
  }

  /** Opens an upload page once: what the server and the browser do for the first one is not what is measured. */
  async #warmUp(): Promise<void> {
    const { link, remove } = await this.newFolder()
    const tab = await this.browser.openUpload(link)
    await tab.close()
    await remove()
  }
}

/** The administrator as the first of a folder of several people. @throws Error where the build has none */
function administratorAsMember({ api, pair, userId, verifier }: Administrator): Person {
  if (!pair || userId === undefined || verifier === undefined)
    throw new Error('This build has no folders of several people.')
  const [name, password] = [adminUsername, adminPassword]
  return { id: userId, name, password, verifier, pair, fp: fingerprintOf(pair), api }
}

const tinyContent = randomBytes(100)

const tinyFiles = (count: number, directories: number) =>
  Array.from({ length: count }, (_, n) => ({
    path: directories === 0 ? `${n}.bin` : `d${n % directories}/${n}.bin`,
    content: tinyContent,
  }))
