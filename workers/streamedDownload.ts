import { MiB } from '../contract/limits.ts'
import { PieceReceiver } from '../core/open/transferPieces.ts'
import { detachBuffer } from '../core/util/detachBuffer.ts'

interface StreamOptions {
  filename: string
  /** See `OpenJob`. */
  hasNoBackpressure: boolean
}

/**
 * The response to the browser's own request for a download, with what a worker of the page opens.
 *
 * [Note: Spent pieces]
 * This thread makes so little garbage that it is hardly ever collected, and used pieces would keep hundreds
 * of MiB. The stream itself buffers nothing, so a browser that pulls a piece has copied those before it;
 * their memory is freed, except for the last one's.
 */
export class StreamedDownload {
  /** Resolves when the browser has all of it, or has stopped. */
  readonly ended: Promise<void>
  readonly #receiver: PieceReceiver
  readonly #options: StreamOptions
  #hasResponded = false
  #settleEnded: () => void = () => undefined
  #failStream: (reason: unknown) => void = () => undefined

  /** @param port to the worker that opens it, see `transferPieces` */
  constructor(options: StreamOptions, port: MessagePort) {
    this.#receiver = new PieceReceiver(port)
    this.#options = options
    this.ended = new Promise((resolve) => (this.#settleEnded = resolve))
  }

  /** Returns undefined for a repeated request, since there is only one stream of pieces. */
  respond(): Promise<Response> | undefined {
    if (this.#hasResponded) return undefined
    this.#hasResponded = true
    return this.#respond()
  }

  async #respond(): Promise<Response> {
    const { filename, hasNoBackpressure } = this.#options
    const total = await Promise.race([this.#receiver.total, this.ended])
    if (total === undefined) return Response.error()
    return new Response(this.#stream(hasNoBackpressure), { headers: attachmentHeaders(filename, total) })
  }

  #stream(hasNoBackpressure: boolean): ReadableStream<Uint8Array> {
    const pieces = this.#receiver.pieces()
    const limiter = hasNoBackpressure ? new RateLimiter() : null
    const spent: Uint8Array<ArrayBuffer>[] = []
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#failStream = (reason) => controller.error(reason)
        },
        pull: async (controller) => {
          try {
            const next = await pieces.next()
            if (next.done) {
              controller.close()
              this.#settleEnded()
              return
            }
            await limiter?.take(next.value.length)
            controller.enqueue(next.value)
            spent.push(next.value)
            const copied = spent.length > 2 && spent.shift()
            if (copied) detachBuffer(copied)
          } catch (error) {
            // A regular end would look like a complete, shorter file.
            this.abort(error)
          }
        },
        cancel: () => this.abort(),
      },
      { highWaterMark: 0 },
    )
  }

  /** Aborts the download for the page or the browser. Harmless after its end: the stream buffers nothing. */
  abort(reason: unknown = new Error('The page aborted the download.')): void {
    // At once, and not only on the next pull: a full disk queue may take its time.
    this.#failStream(reason)
    this.#receiver.leave()
    this.#settleEnded()
  }
}

/** Headers that make a browser save the response as `filename` and never render it. */
function attachmentHeaders(filename: string, length: number): Headers {
  // encodeURIComponent leaves these four unescaped, which RFC 8187 does not allow.
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'content-length': String(length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
  })
}

/** Slower than the disks of machines with such a browser. */
const bytesPerSecond = 64 * MiB
/** The most that is on its way to the disk. */
const burstBytes = 16 * MiB

/**
 * [Note: Streams that take everything]
 * WebKit pulls the next piece of a response as soon as it has the last, however slow the disk is, and buffers
 * all of it in memory, as it does with unread response bodies. There a download is passed on at a rate that
 * disks can keep up with, and fetched in blocks (`core/open/sealedFileReader.ts`).
 */
class RateLimiter {
  #freeBytes = burstBytes
  #refilledAt = performance.now()

  /** Resolves when so many bytes may be passed on. */
  async take(bytes: number): Promise<void> {
    const now = performance.now()
    this.#freeBytes =
      Math.min(burstBytes, this.#freeBytes + ((now - this.#refilledAt) / 1000) * bytesPerSecond) - bytes
    this.#refilledAt = now
    if (this.#freeBytes >= 0) return
    await new Promise((resolve) => setTimeout(resolve, (-this.#freeBytes / bytesPerSecond) * 1000))
  }
}
