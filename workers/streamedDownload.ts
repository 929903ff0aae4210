import { PieceTaker } from '../core/open/pieces.ts'
import { detach } from '../core/util/detach.ts'
import { attachmentHeaders } from './attachmentHeaders.ts'
import { Pace } from './pace.ts'

interface StreamOptions {
  filename: string
  /** See `OpenJob`. */
  paced: boolean
}

/**
 * The answer to the browser's own request for a download: what a worker of the page opens, as a file to be saved.
 *
 * [Note: Spent pieces]
 * This thread makes so little garbage that it is hardly ever collected, and pieces that were handed to the browser would
 * stay for hundreds of MiB. Nothing waits in the stream itself, so a browser that asks for a piece has copied those
 * before it; their memory is freed, all but the last one's.
 */
export class StreamedDownload {
  /** Settles when the browser has all of it, or will not have it. */
  readonly ended: Promise<void>
  readonly #taker: PieceTaker
  readonly #options: StreamOptions
  #isAnswered = false
  #end: () => void = () => undefined
  #breakOff: (reason: unknown) => void = () => undefined

  /** @param port to the worker that opens it, see `givePieces` */
  constructor(options: StreamOptions, port: MessagePort) {
    this.#taker = new PieceTaker(port)
    this.#options = options
    this.ended = new Promise((resolve) => (this.#end = resolve))
  }

  /** Once: undefined for who asks again, since there is but one stream of pieces. */
  answer(): Promise<Response> | undefined {
    if (this.#isAnswered) return undefined
    this.#isAnswered = true
    return this.#answer()
  }

  async #answer(): Promise<Response> {
    const { filename, paced } = this.#options
    const total = await Promise.race([this.#taker.total, this.ended])
    if (total === undefined) return Response.error()
    return new Response(this.#stream(paced), { headers: attachmentHeaders(filename, total) })
  }

  #stream(paced: boolean): ReadableStream<Uint8Array> {
    const pieces = this.#taker.pieces()
    const pace = paced ? new Pace() : null
    const spent: Uint8Array<ArrayBuffer>[] = []
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#breakOff = (reason) => controller.error(reason)
        },
        pull: async (controller) => {
          try {
            const next = await pieces.next()
            if (next.done) {
              controller.close()
              this.#end()
              return
            }
            await pace?.take(next.value.length)
            controller.enqueue(next.value)
            spent.push(next.value)
            const copied = spent.length > 2 && spent.shift()
            if (copied) detach(copied)
          } catch (error) {
            // A download that merely ended would be a short file that looks finished.
            this.abandon(error)
          }
        },
        cancel: () => this.abandon(),
      },
      { highWaterMark: 0 },
    )
  }

  /** The page has let go of it, or the browser. Harmless after its end: nothing waits in the stream. */
  abandon(reason: unknown = new Error('The page broke it off.')): void {
    // At once, and not only when the browser asks for more: a full disk queue may take its time.
    this.#breakOff(reason)
    this.#taker.leave()
    this.#end()
  }
}
