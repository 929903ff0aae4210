import { concat } from '../../src/crypto/index.ts'
import type {
  ArchiveEntry,
  DownloadJob,
  FromJob,
  SealedSource,
  ToJob,
} from '../../src/protocol/downloadJobs.ts'
import { OpenError, openedChunks } from './openedChunks.ts'
import { HashService } from '../hashService.ts'
import { attachmentHeaders } from './attachmentHeaders.ts'
import { archiveLength, zipStream } from './zipStream.ts'

/** Small pieces are handed to the browser together, at least so many bytes at a time. */
const gatheredBytes = 512 * 1024

/** At most this often a job says how far it is, in milliseconds. */
const reportInterval = 250

/**
 * One download: takes its entries over the port, answers the browser's request with a stream, and says over the port
 * how that goes. A file that does not open makes the stream itself fail: the browser then shows a failed download,
 * while a stream that merely ended would leave a short file that looks finished.
 */
export class DownloadTask {
  readonly id: string
  /** Settles when the job has ended, in whatever way. */
  readonly ended: Promise<void>
  readonly #job: DownloadJob
  readonly #port: MessagePort
  readonly #hashes: HashService
  readonly #abort = new AbortController()
  #entries: ArchiveEntry[] = []
  #total = 0
  #bytes = 0
  #filesDone = 0
  #lastReport = 0
  #end: () => void = () => undefined
  #hasEnded = false

  /** @param hashPort to a thread that hashes, see `hashService.ts` */
  constructor(job: DownloadJob, port: MessagePort, hashPort: MessagePort) {
    this.id = job.id
    this.#job = job
    this.#port = port
    this.#hashes = new HashService(hashPort)
    this.ended = new Promise((resolve) => (this.#end = resolve))
    port.onmessage = (event: MessageEvent<ToJob>) => this.#hear(event.data)
    if (job.kind === 'file') this.#ready(job.source.size)
  }

  /** The answer to the browser's request for `streamPath(id)`. */
  respond(): Response {
    const pieces = this.#pieces()
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { bytes, isLast } = await this.#gather(pieces)
            this.#bytes += bytes.length
            if (bytes.length > 0) controller.enqueue(bytes)
            if (!isLast) this.#report()
            else if (this.#bytes === this.#total) {
              this.#finish({ type: 'finished', bytes: this.#bytes })
              controller.close()
            } else throw new OpenError('incomplete', 'The download came out too short.')
          } catch (error) {
            this.#fail(error)
            controller.error(error)
          }
        },
        cancel: () => this.#cancel(),
      },
      { highWaterMark: 4 },
    )
    return new Response(stream, { headers: attachmentHeaders(this.#job.filename, this.#total) })
  }

  #hear(message: ToJob) {
    if (message.type === 'cancel') {
      this.#cancel()
    } else if (this.#job.kind === 'archive') {
      this.#entries.push(...message.entries)
      if (this.#entries.length === this.#job.entryCount) this.#ready(archiveLength(this.#entries))
    }
  }

  #ready(total: number) {
    this.#total = total
    this.#say({ type: 'ready', total })
  }

  #pieces(): AsyncGenerator<Uint8Array, void, void> {
    const { signal } = this.#abort
    if (this.#job.kind === 'file') return this.#open(this.#job.source, 0)
    return zipStream(this.#entries, (entry, index) => this.#open(entry, index), signal)
  }

  /** Every piece handed to the browser costs a message between processes, and an archive has three tiny ones a file. */
  async #gather(pieces: AsyncGenerator<Uint8Array, void, void>) {
    const gathered: Uint8Array[] = []
    let length = 0
    let isLast = false
    while (!isLast && length < gatheredBytes) {
      const next = await pieces.next()
      if (next.done) isLast = true
      else {
        gathered.push(next.value)
        length += next.value.length
      }
    }
    const [only] = gathered
    return { bytes: gathered.length === 1 && only ? only : concat(...gathered), isLast }
  }

  async *#open(source: SealedSource, index: number) {
    try {
      yield* openedChunks(source, this.#hashes, this.#abort.signal)
      this.#filesDone++
    } catch (error) {
      if (error instanceof OpenError) error.entry = index
      throw error
    }
  }

  #report() {
    const now = Date.now()
    if (now - this.#lastReport < reportInterval) return
    this.#lastReport = now
    this.#say({ type: 'progressed', bytes: this.#bytes, filesDone: this.#filesDone })
  }

  #fail(error: unknown) {
    if (error instanceof OpenError) {
      const { entry, reason, message } = error
      this.#finish({ type: 'failed', entry, reason, message })
    } else {
      // Whatever else went wrong here, the file did not arrive.
      const message = error instanceof Error ? error.message : String(error)
      this.#finish({ type: 'failed', entry: this.#filesDone, reason: 'incomplete', message })
    }
  }

  #cancel() {
    this.#finish({ type: 'cancelled', bytes: this.#bytes })
  }

  #finish(last: FromJob) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#say(last)
    this.#abort.abort()
    this.#entries = []
    this.#end()
  }

  #say(message: FromJob) {
    this.#port.postMessage(message)
  }
}
