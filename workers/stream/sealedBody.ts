import { MiB, sealedChunkBytes } from '../../contract/limits.ts'
import type { Bytes } from '../../src/crypto/index.ts'
import { copying, fill, filling, type ReadInto } from '../../src/transfer/byteReader.ts'
import { incomplete, OpenError } from './openError.ts'

/** A request that brings no byte for this long is given up, in milliseconds: the next one may get through. */
const stallLimit = 60_000

/**
 * What is asked for at a time: about 32 MiB, or 8 where streams take everything. Firefox and WebKit keep in memory what
 * has come of an answer and is not read yet, so a longer one would grow with the file wherever the network is faster
 * than the disk.
 */
const blockBytes = 128 * sealedChunkBytes
const pacedBlockBytes = 32 * sealedChunkBytes

/** The next block is asked for when this much of the one before is still to come: a request takes its time. */
const askAheadBytes = 4 * MiB

/** Refusals that hold for everything behind the same link or session. */
const refusalsOfAll: ReadonlySet<number> = new Set([401, 403, 410])

/** The stored object behind an address, read from any position, and always the same one. */
export class SealedBody {
  readonly #url: string
  readonly #total: number
  readonly #signal: AbortSignal
  readonly #blockBytes: number
  /** Of the first answer: an object that was exchanged must not be mixed with its former self. */
  #etag: string | undefined

  /** @param paced see `DownloadJob` */
  constructor(url: string, total: number, signal: AbortSignal, { paced = false } = {}) {
    this.#url = url
    this.#total = total
    this.#signal = signal
    this.#blockBytes = paced ? pacedBlockBytes : blockBytes
  }

  /**
   * Its sealed chunks from one on. Each is valid until the next one is asked for.
   * @throws OpenError 'network' when asking again may help, with another reason when it cannot
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
        if (chunk.length < length) throw new OpenError('network', 'The answer ended early.')
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
    const block = this.#ask(start)
    block.catch(() => undefined) // reported when it is its turn
    return block
  }

  async #ask(start: number): Promise<Block> {
    const wanted = Math.min(this.#total, start + this.#blockBytes)
    const headers = new Headers()
    if (start > 0 || wanted < this.#total) {
      headers.set('range', `bytes=${start}-${wanted < this.#total ? wanted - 1 : ''}`)
    }
    const response = await fetchSealed(this.#url, { headers, signal: this.#signal })
    // Who knows no Range gives everything, which is as good at the beginning.
    const isWhole = start === 0 && response.status === 200
    if (!(isWhole || (headers.has('range') && response.status === 206)) || !response.body) {
      throw await refusal(response)
    }
    const end = isWhole ? this.#total : wanted
    const etag = response.headers.get('etag') ?? ''
    this.#etag ??= etag
    // Without a length nobody can tell a whole answer from one that was cut off.
    if (response.headers.get('content-length') !== String(end - start) || etag !== this.#etag) {
      await response.body.cancel()
      throw incomplete()
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
  return { read: (view) => inTime(read(view)), cancel: () => void reader.cancel().catch(() => undefined) }
}

function readInto(body: ReadableStream<Bytes>): [ReadableStreamGenericReader, ReadInto] {
  try {
    const reader = body.getReader({ mode: 'byob' })
    return [reader, filling(reader)]
  } catch {
    // The answers of WebKit do not read into memory that they are given.
    const reader = body.getReader()
    return [reader, copying(reader)]
  }
}

/** @throws OpenError 'network' when no answer came or the server is out of order for now */
export async function fetchSealed(
  url: string,
  { headers, signal }: { headers?: Headers; signal: AbortSignal },
): Promise<Response> {
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallLimit)
  let response: Response
  try {
    response = await fetch(url, {
      ...(headers && { headers }),
      signal: AbortSignal.any([signal, stall.signal]),
      cache: 'no-store',
      credentials: 'same-origin',
    })
  } catch {
    signal.throwIfAborted()
    throw new OpenError('network', 'Could not connect to the server.')
  } finally {
    clearTimeout(timer)
  }
  const { status } = response
  if (status < 500 && status !== 429 && status !== 408) return response
  await response.body?.cancel()
  throw new OutOfOrderError(status)
}

/** The server answers, and cannot: worth another try, but not for as long as a connection that is lost. */
export class OutOfOrderError extends OpenError {
  constructor(status: number) {
    super('network', `The server answered ${status}.`)
  }
}

async function refusal(response: Response): Promise<OpenError> {
  const body: unknown = await response.json().catch(() => null)
  const said = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null
  const text = typeof said === 'string' ? said : `The server answered ${response.status}.`
  return new OpenError('refused', text, { concernsAll: refusalsOfAll.has(response.status) })
}

/** Fails instead of waiting for ever. The time that a consumer takes between two reads does not count. */
async function inTime<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OpenError('network', 'No data came.')), stallLimit)
  })
  try {
    return await Promise.race([read, stalled])
  } finally {
    clearTimeout(timer)
  }
}
