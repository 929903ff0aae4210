import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chunkBytes } from '../../../contract/limits.ts'
import { chunkSealer, contentRootB64u, generateFileKey } from '../../../core/crypto/index.ts'
import { atEnd } from '../../forSuite.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import { type OpeningWorker, openingWorker, type Sink } from '../../../core/open/openingWorker.ts'
import type {
  ArchiveEntry,
  OpeningEnd,
  OpeningEvent,
  OpenJob,
  SealedSource,
} from '../../../core/open/openJob.ts'
import type { OpeningPorts } from '../../../core/ports.ts'

/** What a request for one file gets; `answer` may also be cut after some bytes, or not begun at all. */
export interface LibraryAnswer {
  status?: number
  /** Of what is announced. */
  length?: number
  body: Buffer
  /** The connection breaks after so many bytes of the body. */
  cutAfter?: number
  /** After so many nothing more comes. */
  holdAfter?: number
}

/** Of an entry whose bytes come from elsewhere. */
export const unusedSource: SealedSource = {
  urls: { fileUrl: '', bundleUrl: '' },
  id: 0,
  size: 0,
  rawKey: new Uint8Array(),
  iv: new Uint8Array(),
  sha256: '',
  root: null,
  hasManifest: true,
}

export interface StoredFile {
  entry: ArchiveEntry
  plain: Buffer
  sealed: Buffer
}

/** Sealed files behind real HTTP, one by one with Range, and several in one answer. */
export class SealedLibrary {
  readonly files: StoredFile[] = []
  /** `GET /3`, `GET /3 bytes=0-9`, `GET /many?ids=1,2` */
  readonly requests: string[] = []
  /** Changes what a request for a file gets. @param attempt from 1, a file */
  alterAnswer: (id: number, answer: LibraryAnswer, attempt: number) => LibraryAnswer = (_, answer) => answer
  /** Whether there is a road for several files at once. */
  offersBulk = true
  readonly #server: Server
  readonly #attempts = new Map<number, number>()

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<SealedLibrary> {
    const server = createServer()
    const library = new SealedLibrary(server)
    server.on('request', (request, response) => library.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd(() => {
      server.close()
      server.closeAllConnections()
    })
    return library
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async add(name: string, plain: Buffer, lastModified?: number): Promise<StoredFile> {
    const { key, rawKey, iv } = await generateFileKey()
    const sealer = chunkSealer({ key, iv, plainSize: plain.length })
    const chunks = Array.from({ length: sealer.count }, async (_, index) =>
      Buffer.concat(
        await sealer.seal(
          index,
          new Uint8Array(plain.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
        ),
      ),
    )
    const id = this.files.length
    const file: StoredFile = {
      plain,
      sealed: Buffer.concat(await Promise.all(chunks)),
      entry: {
        urls: { fileUrl: `${this.origin}/`, bundleUrl: `${this.origin}/many` },
        id,
        name,
        size: plain.length,
        rawKey,
        iv,
        sha256: createHash('sha256').update(plain).digest('hex'),
        root: plain.length > chunkBytes ? await contentRootB64u(new Uint8Array(plain)) : null,
        hasManifest: true,
        ...(lastModified !== undefined && { lastModified }),
      },
    }
    this.files.push(file)
    return file
  }

  /** The same content under another name, also of another library, without sealing it again. */
  copy({ plain, sealed, entry }: StoredFile, name = entry.name): StoredFile {
    const id = this.files.length
    const urls = { fileUrl: `${this.origin}/`, bundleUrl: `${this.origin}/many` }
    const file = { plain, sealed, entry: { ...entry, urls, id, name } }
    this.files.push(file)
    return file
  }

  get entries(): ArchiveEntry[] {
    return this.files.map(({ entry }) => entry)
  }

  #answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin)
    const { range } = request.headers
    this.requests.push(`GET ${request.url}${range === undefined ? '' : ` ${range}`}`)
    if (pathname === '/many') {
      if (!this.offersBulk) return response.writeHead(404).end()
      const ids = (searchParams.get('ids') ?? '').split(',').map(Number)
      const answers = ids.map((id) => this.#read(id, 0, Infinity))
      const bad = answers.find(({ status }) => status !== undefined)
      if (bad) return send(response, bad)
      const body = Buffer.concat(answers.map((answer) => answer.body.subarray(0, answer.cutAfter)))
      const held = answers.findIndex(({ holdAfter }) => holdAfter !== undefined)
      const before = sum(answers.slice(0, Math.max(0, held)).map(({ body }) => body.length))
      return send(response, {
        body,
        length: sum(ids.map((id) => this.files[id]?.sealed.length ?? 0)),
        ...(held >= 0 && { holdAfter: before + (answers[held]?.holdAfter ?? 0) }),
      })
    }
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? []
    const answer = this.#read(Number(pathname.slice(1)), Number(from), to === '' ? Infinity : Number(to) + 1)
    return send(response, { ...(range !== undefined && { status: 206 }), ...answer })
  }

  #read(id: number, start: number, end: number): LibraryAnswer {
    const stored = this.files[id]
    if (!stored) return { status: 404, body: Buffer.from('{"detail":"File not found."}') }
    const body = stored.sealed.subarray(start, end)
    const attempt = (this.#attempts.get(id) ?? 0) + 1
    this.#attempts.set(id, attempt)
    return this.alterAnswer(id, { body, length: body.length }, attempt)
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

function send(response: ServerResponse, answer: LibraryAnswer) {
  const { status = 200, body, length = body.length, cutAfter, holdAfter } = answer
  response.writeHead(status, { 'content-length': length, etag: '"one"' })
  if (holdAfter !== undefined) return response.write(body.subarray(0, holdAfter))
  if (cutAfter === undefined && body.length === length) return response.end(body)
  return response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 10))
}

/** As a page or a program fetches. */
export const fetchRange: OpeningPorts['get'] = (url, { range, signal }) =>
  fetch(url, { signal, ...(range !== undefined && { headers: { range } }) })

export interface JobResult {
  /** What was read before it ended. */
  bytes: Buffer
  news: readonly OpeningEvent[]
  leftOut: readonly OpeningEvent[]
  end: OpeningEnd
}

export interface JobOptions {
  hasNoBackpressure?: boolean
  compareSha256?: boolean
  /** Whoever takes the pieces is done with one. */
  onPiece?: (bytes: number) => void | Promise<void>
  fetchForJob?: OpeningPorts['get']
  /** News take this way to whoever hears them. */
  beforeNews?: () => Promise<void>
}

/** Few, so that an archive of some hundred files comes in several messages. */
const entriesPerMessage = 100

/** A job as a page gives it to the worker, and what comes of it. */
export class RunningJob {
  readonly news: OpeningEvent[] = []
  readonly worker: OpeningWorker<null>
  readonly result: Promise<JobResult>
  readonly #pieces: Uint8Array[] = []

  constructor(files: readonly ArchiveEntry[] | SealedSource, options: JobOptions = {}) {
    const { hasNoBackpressure = false, compareSha256 = false, onPiece } = options
    const sink: Sink = {
      kind: 'pieces',
      put: async (pieces, { signal }) => {
        for await (const piece of pieces) {
          this.#pieces.push(piece)
          await onPiece?.(piece.length)
          signal.throwIfAborted()
        }
      },
    }
    this.worker = openingWorker({
      get: options.fetchForJob ?? fetchRange,
      beginHash: createSameThreadHash,
      sink: () => sink,
    })
    const { beforeNews } = options
    this.worker.onEvent(async (news) => {
      if (beforeNews) await beforeNews()
      this.news.push(news)
    })
    if (!('id' in files)) {
      for (let told = 0; told < files.length; told += entriesPerMessage)
        this.worker.addEntries(files.slice(told, told + entriesPerMessage))
    }
    const how = { hasNoBackpressure, compareSha256 }
    const job: OpenJob = 'id' in files ? { ...how, kind: 'file', source: files } : { ...how, kind: 'archive' }
    this.result = this.worker.open(job, null).then((end) => this.#resultOf(end))
  }

  /** The blockers that were reported, in their order. */
  get blockers() {
    return this.news.flatMap((one) => (one.type === 'blocker' ? [one.blocker] : []))
  }

  #resultOf(end: OpeningEnd): JobResult {
    const leftOut = this.news.filter(({ type }) => type === 'left-out')
    return { bytes: Buffer.concat(this.#pieces), news: this.news, leftOut, end }
  }
}

export const runJob = (files: readonly ArchiveEntry[] | SealedSource, options?: JobOptions) =>
  new RunningJob(files, options).result
