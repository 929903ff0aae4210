import { KiB, MiB, sealedChunkBytes } from '../../contract/limits.ts'
import type { Bytes } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { faultOfAnswer } from '../faults/faultOfAnswer.ts'
import { copying, fill, filling, type ReadInto } from '../util/byteReader.ts'
import { markHandled } from '../util/markHandled.ts'
import { isPassing } from './cuts.ts'
import type { Opening } from './opening.ts'

/** A request that brings no byte for this long is given up, in milliseconds: the next one may get through. */
const stallLimit = 60_000

/** Of an answer that is not the bytes asked for so much is read at most, in bytes: it may be anything. */
export const longestRefusal = 8 * KiB

/**
 * What is asked for at a time: about 32 MiB, or 8 where streams take everything. Firefox and WebKit keep in memory what
 * has come of an answer and is not read yet, so a longer one would grow with the file wherever the network is faster
 * than the disk.
 */
const blockBytes = 128 * sealedChunkBytes
const pacedBlockBytes = 32 * sealedChunkBytes

/** The next block is asked for when this much of the one before is still to come: a request takes its time. */
const askAheadBytes = 4 * MiB

/** The stored object behind an address, read from any position, and always the same one. */
export class SealedBody {
  readonly #url: string
  readonly #total: number
  readonly #from: Fetching
  readonly #blockBytes: number
  /** Of the first answer: an object that was exchanged must not be mixed with its former self. */
  #etag: string | undefined

  /** @param total bytes */
  constructor(url: string, total: number, opening: Fetching & Pick<Opening, 'paced'>) {
    this.#url = url
    this.#total = total
    this.#from = opening
    this.#blockBytes = opening.paced ? pacedBlockBytes : blockBytes
  }

  /**
   * Its sealed chunks from one on. Each is valid until the next one is asked for.
   * @throws FaultError, of which `afterFault` knows whether asking again may help; or the signal's reason
   */
  async *chunks(first: number): AsyncGenerator<Bytes, void, void> {
    let memory = new ArrayBuffer(sealedChunkBytes)
    let block = await this.#ask(first * sealedChunkBytes)
    let next: Promise<Block> | undefined
    try {
      for (let position = block.start; position < this.#total;) {
        if (position === block.end) {
          // All of it is here, but its end is not read: it would keep its share of memory until it is collected.
          block.cancel()
          block = await (next ?? this.#ask(position))
          next = undefined
        }
        if (block.end < this.#total && block.end - position <= askAheadBytes)
          next ??= this.#askAhead(block.end)
        const length = Math.min(sealedChunkBytes, block.end - position)
        const chunk = await fill(block.read, length, memory)
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

  #askAhead(start: number): Promise<Block> {
    return markHandled(this.#ask(start))
  }

  async #ask(start: number): Promise<Block> {
    const wanted = Math.min(this.#total, start + this.#blockBytes)
    const isPart = start > 0 || wanted < this.#total
    const range = `bytes=${start}-${wanted < this.#total ? wanted - 1 : ''}`
    const response = await fetchSealed(this.#url, this.#from, isPart ? range : undefined)
    // Who knows no Range gives everything, which is as good at the beginning.
    const isWhole = start === 0 && response.status === 200
    if (!(isWhole || (isPart && response.status === 206)) || !response.body) throw await refusalOf(response)
    const end = isWhole ? this.#total : wanted
    const etag = response.headers.get('etag') ?? ''
    this.#etag ??= etag
    // Without a length nobody can tell a whole answer from one that was cut off.
    if (response.headers.get('content-length') !== String(end - start) || etag !== this.#etag) {
      await response.body.cancel()
      throw new FaultError(fault('incomplete'))
    }
    return { ...readerOf(response.body), start, end }
  }
}

/** One answer: whole chunks, unless it is the last. */
interface Block {
  read: ReadInto
  cancel: () => void
  start: number
  /** The position behind its last byte. */
  end: number
}

/**
 * Reads that fail instead of waiting for ever; to be cancelled also when all bytes have come. Taken at once: Node empties
 * the body of an answer that nobody holds any more and nobody has begun to read.
 */
export function readerOf(body: ReadableStream<Bytes>): Pick<Block, 'read' | 'cancel'> {
  const [reader, read] = readInto(body)
  const readInTime: ReadInto = (view) =>
    inTime(read(view)).catch((error: unknown) => {
      // Whatever breaks in the middle of an answer is the connection.
      throw error instanceof FaultError ? error : unanswered(error)
    })
  return { read: readInTime, cancel: () => void reader.cancel().catch(() => undefined) }
}

function readInto(body: ReadableStream<Bytes>): [Pick<ReadableStreamDefaultReader, 'cancel'>, ReadInto] {
  try {
    const reader = body.getReader({ mode: 'byob' })
    return [reader, filling(reader)]
  } catch {
    // The answers of WebKit do not read into memory that they are given.
    const reader = body.getReader()
    return [reader, copying(reader)]
  }
}

type Fetching = Pick<Opening, 'get' | 'signal'>

/** @throws FaultError when no answer came, or the server is out of order for now; or the signal's reason */
export async function fetchSealed(url: string, { get, signal }: Fetching, range?: string): Promise<Response> {
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallLimit)
  let response: Response
  try {
    const either = AbortSignal.any([signal, stall.signal])
    response = await get(url, { signal: either, ...(range !== undefined && { range }) })
  } catch (error) {
    signal.throwIfAborted()
    throw unanswered(error)
  } finally {
    clearTimeout(timer)
  }
  if (isPassing(response)) throw await refusalOf(response)
  return response
}

/** What an answer says that is not the bytes asked for. Nothing of it is left under way. */
export async function refusalOf(response: Response): Promise<FaultError> {
  const { status, statusText, headers } = response
  const after = Number(headers.get('retry-after') ?? NaN)
  const head = { status, statusText, retryAfter: Number.isFinite(after) ? after : null }
  return new FaultError(faultOfAnswer(head, await detailsOf(response)))
}

/** What a refusal says in JSON; null where it says nothing, or more than a few words. */
async function detailsOf({ status, body }: Response): Promise<unknown> {
  if (!body) return null
  const { read, cancel } = readerOf(body)
  try {
    // Bytes that nobody has asked for, perhaps of a whole file.
    if (status < 400) return null
    const bytes = await inTime(fill(read, longestRefusal + 1, new ArrayBuffer(longestRefusal + 1)))
    return bytes.length > longestRefusal ? null : JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  } finally {
    cancel()
  }
}

const unanswered = (cause?: unknown) => new FaultError(fault('unanswered'), { cause })

/** Fails instead of waiting for ever. The time that a consumer takes between two reads does not count. */
async function inTime<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), stallLimit)
  })
  try {
    return await Promise.race([read, stalled])
  } finally {
    clearTimeout(timer)
  }
}
