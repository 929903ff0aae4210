import { PieceTaker } from '../../src/protocol/pieces.ts'
import { attachmentHeaders } from './attachmentHeaders.ts'
import { Pace } from './pace.ts'

/** Pieces that wait for the browser. */
const piecesAhead = 4

interface StreamOptions {
  filename: string
  /** See `DownloadJob`. */
  paced: boolean
}

/** The answer to the browser's own request for a download: what a thread of the page opens, as a file to be saved. */
export class StreamedDownload {
  /** Settles when the browser has all of it, or will not have it. */
  readonly ended: Promise<void>
  readonly #taker: PieceTaker
  readonly #options: StreamOptions
  #end: () => void = () => undefined
  #breakOff: () => void = () => undefined

  /** @param port to the thread that opens it, see `givePieces` */
  constructor(options: StreamOptions, port: MessagePort) {
    this.#taker = new PieceTaker(port)
    this.#options = options
    this.ended = new Promise((resolve) => (this.#end = resolve))
  }

  async answer(): Promise<Response> {
    const { filename, paced } = this.#options
    const total = await Promise.race([this.#taker.total, this.ended])
    if (total === undefined) return Response.error()
    return new Response(this.#stream(paced), { headers: attachmentHeaders(filename, total) })
  }

  #stream(paced: boolean): ReadableStream<Uint8Array> {
    const pieces = this.#taker.pieces()
    const pace = paced ? new Pace() : null
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#breakOff = () => controller.error(new Error('The page broke it off.'))
        },
        pull: async (controller) => {
          try {
            const next = await pieces.next()
            if (next.done) {
              controller.close()
              this.#end()
            } else {
              await pace?.take(next.value.length)
              controller.enqueue(next.value)
            }
          } catch (error) {
            // A download that merely ended would be a short file that looks finished.
            controller.error(error)
            this.#end()
          }
        },
        cancel: () => {
          this.#taker.leave()
          this.#end()
        },
      },
      { highWaterMark: piecesAhead },
    )
  }

  /** The page has let go of it. */
  abandon(): void {
    // At once, and not only when the browser asks for more: a full disk queue may take its time.
    this.#breakOff()
    this.#end()
  }
}
