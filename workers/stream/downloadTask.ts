import { concat } from '../../src/crypto/index.ts'
import type { ArchiveEntry, DownloadJob, FromJob, ToJob } from '../../src/protocol/downloadJobs.ts'
import type { BeginHash } from '../hashService.ts'
import { type OpenOptions, openedChunks } from './openedChunks.ts'
import { incomplete, OpenError } from './openError.ts'
import { readAhead } from './readAhead.ts'
import { zipLength, zipStream } from './zipStream.ts'

/** Small pieces become one of at least so many bytes. */
const joinedBytes = 256 * 1024

/** At most this often a job says how far it is, in milliseconds. */
const reportInterval = 250

/**
 * One download: takes its entries over the port, opens them, and says over the port how that goes. Whoever saves the
 * bytes reads `pieces` and says `finished` when all of them are where they should be. A file that does not open makes
 * the pieces fail: a download that merely ended would be a short file that looks finished.
 */
export class DownloadTask {
  readonly job: DownloadJob
  /** Length of the download in bytes, and the entries of an archive, once they are all there. */
  readonly complete: Promise<{ total: number; entries: readonly ArchiveEntry[] }>
  readonly signal: AbortSignal
  readonly #port: MessagePort
  readonly #beginHash: BeginHash
  readonly #abort = new AbortController()
  readonly #entries: ArchiveEntry[] = []
  #total = 0
  #bytes = 0
  #filesDone = 0
  #lastReport = 0
  #hasEnded = false
  #completed: (all: { total: number; entries: readonly ArchiveEntry[] }) => void = () => undefined

  constructor(job: DownloadJob, port: MessagePort, beginHash: BeginHash) {
    this.job = job
    this.signal = this.#abort.signal
    this.#port = port
    this.#beginHash = beginHash
    this.complete = new Promise((resolve) => (this.#completed = resolve))
    port.onmessage = (event: MessageEvent<ToJob>) => this.#hear(event.data)
    if (job.kind === 'file') this.#ready(job.source.size)
    else if (job.entryCount === 0) this.#ready(zipLength([]))
  }

  get openOptions(): OpenOptions {
    const { paced, compareSha256 } = this.job
    return { beginHash: this.#beginHash, signal: this.signal, paced, compareSha256 }
  }

  /** The bytes to be saved, all of them: fails rather than end early. @throws OpenError, or the signal's reason */
  async *pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    this.progressed()
    for await (const piece of joined(this.#opened())) {
      this.#bytes += piece.length
      this.progressed()
      yield piece
    }
    if (this.#bytes !== this.#total) throw incomplete()
  }

  #opened(): AsyncGenerator<Uint8Array, void, void> {
    const options = this.openOptions
    if (this.job.kind === 'file') {
      return openedChunks(this.job.source, { ...options, onArrived: () => this.#say({ type: 'arrived' }) })
    }
    return zipStream(this.#total, readAhead(this.#entries, options), {
      onLeftOut: ({ index, error }) => this.leftOut(index, error),
      onWritten: () => this.#filesDone++,
    })
  }

  leftOut(entry: number, { reason, message }: OpenError) {
    this.#say({ type: 'leftOut', entry, reason, message })
  }

  /** For who saves entries and not pieces. */
  wrote(bytes: number, filesDone = 0) {
    this.#bytes += bytes
    this.#filesDone += filesDone
    this.progressed()
  }

  progressed() {
    const now = Date.now()
    if (now - this.#lastReport < reportInterval) return
    this.#lastReport = now
    this.#say({ type: 'progressed', bytes: this.#bytes, filesDone: this.#filesDone })
  }

  finished() {
    this.#finish({ type: 'finished', bytes: this.#bytes })
  }

  cancelled() {
    this.#finish({ type: 'cancelled', bytes: this.#bytes })
  }

  failed(error: unknown) {
    if (error instanceof OpenError) {
      const { entry, reason, message } = error
      this.#finish({ type: 'failed', entry, reason, message })
    } else {
      // Whatever else went wrong here, the download did not arrive.
      const message = error instanceof Error ? error.message : String(error)
      this.#finish({ type: 'failed', entry: null, reason: 'unsaved', message })
    }
  }

  #hear(message: ToJob) {
    if (message.type === 'cancel') this.cancelled()
    else if (this.job.kind === 'archive') {
      this.#entries.push(...message.entries)
      if (this.#entries.length === this.job.entryCount) this.#ready(zipLength(this.#entries))
      else this.#say({ type: 'more' })
    }
  }

  #ready(total: number) {
    this.#total = total
    this.#completed({ total, entries: this.#entries })
    this.#say({ type: 'ready', total })
  }

  #finish(last: FromJob) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#say(last)
    if (last.type !== 'finished') this.#abort.abort()
  }

  #say(message: FromJob) {
    this.#port.postMessage(message)
  }
}

/** Every piece costs whoever saves it a call, and an archive has several tiny ones a file. */
async function* joined(pieces: AsyncIterable<Uint8Array>) {
  let held: Uint8Array[] = []
  let length = 0
  const all = () => {
    const [only] = held
    const bytes = held.length === 1 && only ? (only as Uint8Array<ArrayBuffer>) : concat(...held)
    held = []
    length = 0
    return bytes
  }
  for await (const piece of pieces) {
    // A large one is not copied for the sake of a small one before it.
    if (length > 0 && piece.length >= joinedBytes) yield all()
    held.push(piece)
    length += piece.length
    if (length >= joinedBytes) yield all()
  }
  if (length > 0) yield all()
}
