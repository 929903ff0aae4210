import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { KiB, MiB, sealedChunkBytes } from '../../contract/limits.ts'
import type { Bytes } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { settled } from '../faults/faultOf.ts'
import { faultOfAnswer, isRedirectOrPage } from '../faults/otherAnswer.ts'
import { isTemporaryStatus } from '../faults/retries.ts'
import { copyingReader, readFully, byobReader, type ReadInto } from '../util/byteReader.ts'
import { markHandled } from '../util/markHandled.ts'
import type { OpeningPorts } from '../ports.ts'
import type { OpenJob } from './openJob.ts'

/** A request is aborted and retried after this many milliseconds without a byte. */
const stallTimeoutMs = 60_000

/** Number of bytes read of a refusal at most, since it may be anything. */
export const maxRefusalBytes = 8 * KiB

/**
 * Request size: about 32 MiB, or 8 without backpressure. Firefox and WebKit buffer the unread rest of a
 * response in memory, which would grow with the file if the network is faster than the disk.
 */
const blockBytes = 128 * sealedChunkBytes
const smallBlockBytes = 32 * sealedChunkBytes

const minAheadBytes = 4 * MiB

/**
 * The next block is requested when this much of the current one is left: what arrives during two delays, so that the
 * connection is never idle; at most half a block, since browsers may hold it in memory.
 * @param delayMs from the last request to its response @param bytesPerMs rate of the current block
 */
export const aheadBytes = (delayMs: number, bytesPerMs: number, blockBytes: number): number =>
  Math.max(minAheadBytes, Math.min(2 * delayMs * bytesPerMs, blockBytes / 2))

/** Reads a stored object from any position. Fails if the object is replaced meanwhile. */
export class SealedFileReader {
  readonly #url: string
  readonly #total: number
  readonly #from: FetchContext
  readonly #blockBytes: number
  /** ETag of the first response: versions of an object must not be mixed. */
  #etag: string | undefined

  /** @param total size in bytes */
  constructor(url: string, total: number, opening: FetchContext & Pick<OpenJob, 'hasNoBackpressure'>) {
    this.#url = url
    this.#total = total
    this.#from = opening
    this.#blockBytes = opening.hasNoBackpressure ? smallBlockBytes : blockBytes
  }

  /** Sealed chunks from `first` on, each valid until the next. @throws FaultError, the signal's reason */
  async *chunks(first: number): AsyncGenerator<Bytes, void, void> {
    let memory = new ArrayBuffer(sealedChunkBytes)
    let block = await this.#request(first * sealedChunkBytes)
    let next: Promise<Block> | undefined
    try {
      for (let position = block.start; position < this.#total;) {
        if (position === block.end) {
          // All bytes are read, but not the end of the stream, which would keep its memory until collected.
          block.cancel()
          block = await (next ?? this.#request(position))
          next = undefined
        }
        if (block.end < this.#total && block.end - position <= this.#aheadBytes(block, position))
          next ??= markHandled(this.#request(block.end))
        const length = Math.min(sealedChunkBytes, block.end - position)
        const chunk = await readFully(block.read, length, memory)
        if (chunk.length < length) throw unanswered()
        memory = chunk.buffer
        position += length
        yield chunk
      }
    } finally {
      block.cancel()
      next?.then(({ cancel }) => cancel()).catch(() => undefined)
    }
  }

  #aheadBytes({ start, requestedAt, answeredAt }: Block, position: number): number {
    const rate = (position - start) / Math.max(1, performance.now() - answeredAt)
    return aheadBytes(answeredAt - requestedAt, rate, this.#blockBytes)
  }

  async #request(start: number): Promise<Block> {
    const requestedAt = performance.now()
    const blockEnd = Math.min(this.#total, start + this.#blockBytes)
    const isPartial = start > 0 || blockEnd < this.#total
    const range = `bytes=${start}-${blockEnd < this.#total ? blockEnd - 1 : ''}`
    const response = await fetchSealed(this.#url, this.#from, isPartial ? range : undefined)
    // Servers without Range support send everything, which works at position 0.
    const isWhole = start === 0 && response.status === 200
    if (!(isWhole || (isPartial && response.status === 206)) || !response.body)
      throw await readRefusal(response)
    const end = isWhole ? this.#total : blockEnd
    const etag = response.headers.get('etag') ?? ''
    this.#etag ??= etag
    // Without a length, a truncated response could not be detected.
    if (response.headers.get('content-length') !== String(end - start) || etag !== this.#etag) {
      await response.body.cancel()
      throw new FaultError(fault('incomplete'))
    }
    return { ...timedReaderOf(response.body), start, end, requestedAt, answeredAt: performance.now() }
  }
}

/** A response with whole chunks, except for the last of the file. */
interface Block {
  read: ReadInto
  cancel: () => void
  start: number
  /** Exclusive. */
  end: number
  /** Times of the request and of the start of its response, in milliseconds. */
  requestedAt: number
  answeredAt: number
}

/** A reader with a time limit. It locks the body at once, since Node consumes unread responses. */
export function timedReaderOf(body: ReadableStream<Bytes>): Pick<Block, 'read' | 'cancel'> {
  const [reader, read] = readInto(body)
  const readWithTimeout: ReadInto = (view) =>
    withTimeout(read(view)).catch((error: unknown) => {
      // Any error in the middle of a response is a connection error.
      throw error instanceof FaultError ? error : unanswered(error)
    })
  return { read: readWithTimeout, cancel: () => void reader.cancel().catch(() => undefined) }
}

function readInto(body: ReadableStream<Bytes>): [Pick<ReadableStreamDefaultReader, 'cancel'>, ReadInto] {
  try {
    const reader = body.getReader({ mode: 'byob' })
    return [reader, byobReader(reader)]
  } catch {
    // WebKit's responses do not support BYOB readers.
    const reader = body.getReader()
    return [reader, copyingReader(reader)]
  }
}

export type FetchContext = Pick<OpeningPorts, 'get'> & { readonly signal: AbortSignal }

/** @throws FaultError if there is no response or a temporary failure; or the signal's reason */
export async function fetchSealed(
  url: string,
  { get, signal }: FetchContext,
  range?: string,
): Promise<Response> {
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallTimeoutMs)
  let response: Response
  try {
    const anySignal = AbortSignal.any([signal, stall.signal])
    response = await get(url, { signal: anySignal, ...(range !== undefined && { range }) })
  } catch (error) {
    signal.throwIfAborted()
    throw unanswered(error)
  } finally {
    clearTimeout(timer)
  }
  if (isRedirectOrPage(response) || isTemporaryStatus(response.status)) throw await readRefusal(response)
  return response
}

/** True if the server itself answers another call, even with a refusal. @throws the signal's reason */
export async function doesServerAnswer(from: FetchContext): Promise<boolean> {
  const answer = await settled(fetchSealed(callUrl(addresses.getServerInfo), from))
  from.signal.throwIfAborted()
  if (!answer.ok) return false
  const { said } = (await readRefusal(answer.value)).fault
  return answer.value.ok || said !== undefined
}

/** Converts any other response to a fault, and cancels its body. */
export async function readRefusal(response: Response): Promise<FaultError> {
  const { status, statusText, headers } = response
  const after = Number(headers.get('retry-after') ?? NaN)
  const head = { status, statusText, retryAfter: Number.isFinite(after) ? after : null }
  const details = await detailsOf(response)
  return new FaultError(isRedirectOrPage(response) ? fault('other-answer') : faultOfAnswer(head, details))
}

/** JSON details of a refusal; null if there are none, or too many. */
async function detailsOf({ status, body }: Response): Promise<unknown> {
  if (!body) return null
  const { read, cancel } = timedReaderOf(body)
  try {
    // Bytes that were not requested, perhaps of a whole file.
    if (status < 400) return null
    const bytes = await withTimeout(
      readFully(read, maxRefusalBytes + 1, new ArrayBuffer(maxRefusalBytes + 1)),
    )
    return bytes.length > maxRefusalBytes ? null : JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  } finally {
    cancel()
  }
}

const unanswered = (cause?: unknown) => new FaultError(fault('unanswered'), { cause })

/** Rejects after a time limit. Time between two reads does not count. */
async function withTimeout<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), stallTimeoutMs)
  })
  try {
    return await Promise.race([read, stalled])
  } finally {
    clearTimeout(timer)
  }
}
