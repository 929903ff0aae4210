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
import { type SealedSource, sealedUrl } from '../../src/protocol/downloadJobs.ts'
import { type CheckOptions, contentCheck } from './contentCheck.ts'
import { connectionLost, damaged, hashMismatch, OpenError } from './openError.ts'
import { piecesOf } from './piecesOf.ts'
import { OutOfOrderError, SealedBody } from './sealedBody.ts'

/**
 * So often in a row, without a chunk gained, a connection is taken up again: that lasts two minutes. A server that
 * answers, but is out of order, gets fewer tries.
 */
const maxLostConnections = 20
const maxOutOfOrder = 5
const longestPause = 8000

export interface OpenOptions extends CheckOptions {
  signal: AbortSignal
  /** See `DownloadJob`. */
  paced: boolean
  /** All bytes have come, their tags verified; what is left is to compare the content. */
  onArrived?: () => void
}

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
  { signal, paced, onArrived, ...checkOptions }: OpenOptions,
): AsyncGenerator<Bytes, void, void> {
  const key = await importFileKey(asFileKey(source.rawKey))
  const total = sealedSize(source.size)
  const check = await contentCheck(source, checkOptions)
  const sealed = new SealedBody(sealedUrl(source), total, signal, { paced })
  let plainBytes = 0
  let barren = 0
  let damagedAt = -1

  // An empty file has a chunk that yields nothing, so completeness is what the stream says, not a count.
  for (let complete = false; !complete;) {
    const fromChunk = chunkCount(plainBytes + 1) - 1
    try {
      const opener = openStream({ key, iv: source.iv, sealedSize: total, fromChunk })
      void feed(opener.writable, sealed.chunks(fromChunk))
      for await (const plain of piecesOf(opener.readable)) {
        signal.throwIfAborted()
        plainBytes += plain.length
        barren = 0
        yield* await check.take(plain)
      }
      complete = true
    } catch (error) {
      signal.throwIfAborted()
      // The connection broke after the last chunk had verified: nothing is missing.
      if (plainBytes > 0 && plainBytes === source.size) break
      if (error instanceof OpenError && error.reason !== 'network') throw error
      if (isCryptoError(error) && error.code === 'damaged') {
        if (fromChunk === 0 && plainBytes === 0 && !source.hasManifest && total <= maxWholeBytes) {
          yield await openPlainGcm(source, key, sealed.chunks(0))
          return
        }
        if (damagedAt === plainBytes) throw damaged()
        damagedAt = plainBytes
      } else {
        // Everything else is the connection: it broke, was refused for now, or ended before the file did.
        barren++
        if (error instanceof OutOfOrderError && barren >= maxOutOfOrder) {
          throw new OpenError('refused', error.message)
        }
        if (barren >= maxLostConnections) throw connectionLost()
        await pause(Math.min(longestPause, 250 * 2 ** barren), signal)
      }
    }
  }
  onArrived?.()
  yield* await check.rest()
  await check.compare()
}

/** What a chunk is in memory may be used again as soon as it is written: `openStream` copies it. */
async function feed(writable: WritableStream<Bytes>, chunks: AsyncGenerator<Bytes, void, void>) {
  const writer = writable.getWriter()
  try {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    // The reader is told; and where it was the reader who left, nobody is left to tell.
    await writer.abort(error).catch(() => undefined)
  }
}

/** A file of a program that knows nothing of chunks, see `openWhole`. */
async function openPlainGcm(
  source: SealedSource,
  key: CryptoKey,
  chunks: AsyncGenerator<Bytes, void, void>,
): Promise<Bytes> {
  const sealed = new Uint8Array(sealedSize(source.size))
  let filled = 0
  for await (const chunk of chunks) {
    sealed.set(chunk, filled)
    filled += chunk.length
  }
  const plain = await openWhole(key, source.iv, sealed).catch((error: unknown) => {
    throw isCryptoError(error) && error.code === 'damaged' ? damaged() : error
  })
  if ((await contentHashHex(plain)) !== source.sha256) throw hashMismatch()
  return plain
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
  signal.throwIfAborted()
}
