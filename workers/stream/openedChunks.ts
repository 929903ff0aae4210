import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import {
  asFileKey,
  type Bytes,
  chunkCount,
  contentHashHex,
  importFileKey,
  isCryptoError,
  openStream,
  openWhole,
  maxWholeBytes,
  sealedSize,
} from '../../src/crypto/index.ts'
import type { OpenFailure, SealedSource } from '../../src/protocol/downloadJobs.ts'
import type { HashService, PlaintextHash } from '../hashService.ts'
import { piecesOf } from './piecesOf.ts'

/** Why a file could not be opened, in words for the page. */
export class OpenError extends Error {
  override name = 'OpenError'
  readonly reason: OpenFailure
  /** Which file of an archive. */
  entry = 0

  constructor(reason: OpenFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

const damaged = () => new OpenError('damaged', 'The stored data is damaged: a part of it does not verify.')
const incomplete = () => new OpenError('incomplete', 'Incomplete file data received from server.')
const hashMismatch = () =>
  new OpenError(
    'hash-mismatch',
    'The content is not what was sent: its SHA-256 differs from the recorded one.',
  )

/** Chunks that may be with the hash at a time; they come back in order. */
const chunksWithHash = 16

/** A lost connection is taken up again this often in a row without a chunk gained. */
const maxBarrenAttempts = 6

/**
 * The plaintext of a sealed file, chunk by chunk, each yielded only after its tag has verified. The file is whole
 * and unchanged once the generator returns; until then what came may still turn out to be a part.
 * An interrupted answer goes on with a Range request at the first chunk that has not verified yet, and a chunk
 * whose tag fails is fetched once more.
 *
 * @throws OpenError, or the signal's reason
 */
export async function* openedChunks(
  source: SealedSource,
  hashes: HashService,
  signal: AbortSignal,
): AsyncGenerator<Bytes, void, void> {
  const key = await importFileKey(asFileKey(source.rawKey))
  const total = sealedSize(source.size)
  const hash = source.size > chunkBytes ? hashes.begin() : wholeHash()
  const sealed = new SealedBody(source.url, total, signal)
  let plainBytes = 0
  let barren = 0
  let damagedAt = -1
  const hashing: Promise<Bytes>[] = []

  // An empty file has a chunk that yields nothing, so completeness is what the stream says, not a count.
  for (let complete = false; !complete;) {
    const fromChunk = chunkCount(plainBytes + 1) - 1
    try {
      const body = await sealed.from(fromChunk * sealedChunkBytes)
      const opened = body.pipeThrough(openStream({ key, iv: source.iv, sealedSize: total, fromChunk }), {
        signal,
      })
      for await (const plain of piecesOf(opened)) {
        plainBytes += plain.length
        barren = 0
        hashing.push(hash.update(plain))
        if (hashing.length >= chunksWithHash) yield* next(hashing)
      }
      complete = true
    } catch (error) {
      signal.throwIfAborted()
      // The connection broke after the last chunk had verified: nothing is missing.
      if (plainBytes > 0 && plainBytes === source.size) break
      if (error instanceof OpenError && error.reason !== 'network') throw error
      if (isCryptoError(error) && error.code === 'damaged') {
        if (fromChunk === 0 && plainBytes === 0 && !source.hasManifest && total <= maxWholeBytes) {
          yield await openPlainGcm(source, key, await sealed.from(0))
          return
        }
        if (damagedAt === plainBytes) throw damaged()
        damagedAt = plainBytes
      } else {
        // Everything else is the connection: it broke, was refused for now, or ended before the file did.
        if (++barren >= maxBarrenAttempts) {
          throw new OpenError('network', 'The connection to the server was lost and did not come back.')
        }
        await pause(Math.min(16_000, 250 * 2 ** barren), signal)
      }
    }
  }
  while (hashing.length > 0) yield* next(hashing)
  if ((await hash.digestHex()) !== source.sha256) throw hashMismatch()
}

async function* next(hashing: Promise<Bytes>[]) {
  const plain = await hashing.shift()
  if (plain) yield plain
}

/** Of a file of one chunk: the platform's digest costs a fraction of setting up the streaming one. */
function wholeHash(): PlaintextHash {
  let whole: Bytes = new Uint8Array()
  return {
    update(piece) {
      whole = piece
      return Promise.resolve(piece)
    },
    digestHex: () => contentHashHex(whole),
  }
}

/** The stored object behind an address, read from any position, and always the same one. */
class SealedBody {
  readonly #url: string
  readonly #total: number
  readonly #signal: AbortSignal
  /** Of the first answer: an object that was exchanged must not be mixed with its former self. */
  #etag: string | undefined

  constructor(url: string, total: number, signal: AbortSignal) {
    this.#url = url
    this.#total = total
    this.#signal = signal
  }

  /** @throws OpenError: 'network' when asking again may help, another reason when it cannot */
  async from(start: number): Promise<ReadableStream<Bytes>> {
    const headers = new Headers()
    if (start > 0) headers.set('range', `bytes=${start}-`)
    const response = await this.#fetch(headers)
    const { status } = response
    if (status >= 500 || status === 429 || status === 408) {
      throw new OpenError('network', `The server answered ${status}.`)
    }
    if (status !== (start > 0 ? 206 : 200) || !response.body) {
      throw new OpenError('refused', await refusalText(response))
    }
    const etag = response.headers.get('etag') ?? ''
    this.#etag ??= etag
    // Without a length nobody can tell a whole answer from one that was cut off.
    const length = response.headers.get('content-length')
    if (length !== String(this.#total - start) || etag !== this.#etag) {
      await response.body.cancel()
      throw incomplete()
    }
    return response.body
  }

  async #fetch(headers: Headers): Promise<Response> {
    try {
      return await fetch(this.#url, {
        headers,
        signal: this.#signal,
        cache: 'no-store',
        credentials: 'same-origin',
      })
    } catch {
      this.#signal.throwIfAborted()
      throw new OpenError('network', 'Could not connect to the server.')
    }
  }
}

async function refusalText(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const said = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null
  return typeof said === 'string' ? said : `The server answered ${response.status}.`
}

/** A file of a program that knows nothing of chunks. */
async function openPlainGcm(
  source: SealedSource,
  key: CryptoKey,
  body: ReadableStream<Bytes>,
): Promise<Bytes> {
  const sealed = new Uint8Array(await new Response(body).arrayBuffer())
  let plain: Bytes
  try {
    plain = new Uint8Array(await openWhole(key, source.iv, sealed))
  } catch {
    throw damaged()
  }
  if ((await contentHashHex(plain)) !== source.sha256) throw hashMismatch()
  return plain
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]).addEventListener('abort', resolve)
  })
  signal.throwIfAborted()
}
