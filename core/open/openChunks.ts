import { tagBytes } from '../../contract/limits.ts'
import {
  type AesKey,
  asFileKeyBytes,
  type Bytes,
  type ChunkOpener,
  chunkOpener,
  contentHashHex,
  importFileKey,
  isCryptoError,
  maxWholeBytes,
  openWhole,
  sealedSize,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { mapConcurrently } from '../util/asyncIterables.ts'
import { contentCheck } from './contentCheck.ts'
import { type SealedSource, sealedUrl } from './openJob.ts'
import { RetryLoop } from './blockers.ts'
import type { OpeningContext } from './openingContext.ts'
import { SealedFileReader } from './sealedFileReader.ts'

/** Chunks decrypted concurrently, on the platform's own threads. */
const chunksAtWork = 9

interface ChunksListener {
  /** The existing beginning of the file, in whole chunks: compared with the rest, and not fetched. */
  existing?: ExistingChunks | undefined
  /** Called with the total length in bytes, before the first chunk. */
  onLength?: (total: number) => void
  /** Called when all bytes were received and their tags verified; the content is still to be compared. */
  onArrived?: () => void
}

/** The beginning of a file, in order: chunks of full length, except for the file's last one. */
export type ExistingChunks = AsyncIterable<Bytes>

/**
 * The plaintext of a sealed file, chunk by chunk after the existing beginning, each yielded once its tag has
 * verified. The file is known to be complete and unchanged only when the generator returns. Failures are
 * handled by `afterFault`, from the first chunk that has not verified.
 * @throws FaultError, or the signal's reason
 */
export async function* openChunks(
  source: SealedSource,
  opening: OpeningContext,
  { existing, onLength, onArrived }: ChunksListener = {},
): AsyncGenerator<Bytes, void, void> {
  const { signal } = opening
  const key = await importFileKey(asFileKeyBytes(source.rawKey))
  const opener = chunkOpener({ key, iv: source.iv, plainSize: source.size })
  const check = await contentCheck(source, opening)
  const sealed = new SealedFileReader(sealedUrl(source), sealedSize(source.size), opening)
  const retries = new RetryLoop(opening)
  /** The first chunk that has not verified. */
  let next = 0
  let isOnePiece = false
  let isWhole = false
  let verifiedBytes = 0
  const onVerified = (bytes: number) => {
    verifiedBytes += bytes
    opening.onVerified?.(bytes)
  }

  async function* verified(): AsyncGenerator<Bytes, void, void> {
    // An empty file has one chunk, which yields nothing.
    while (next < opener.count) {
      try {
        if (isOnePiece) {
          const plain = await openOnePiece(source, key, sealed.chunks(0))
          onVerified(plain.length)
          next = opener.count
          yield plain
          return
        }
        for await (const plain of opened(opener, sealed, next)) {
          signal.throwIfAborted()
          if (next === 0) onLength?.(source.size)
          next++
          retries.reset()
          onVerified(plain.length)
          if (plain.length > 0) yield plain
        }
      } catch (error) {
        signal.throwIfAborted()
        const what = faultOf(error)
        // A connection that breaks after the last chunk has verified does no harm.
        if (next === opener.count && what.code === 'unanswered') break
        if (what.code === 'damaged' && next === 0 && mayBeOnePiece(source)) {
          isOnePiece = true
          onLength?.(onePieceSize(source))
        } else await retries.wait(what, next)
      }
    }
    onArrived?.()
  }

  try {
    if (existing) {
      // The receiver has these already.
      for await (const { length } of check.passThrough(existing)) {
        signal.throwIfAborted()
        if (length > 0) next++
      }
      if (next > 0) onLength?.(source.size)
    }
    yield* check.passThrough(verified())
    await check.compare()
    isWhole = true
  } finally {
    // Verified bytes of a file that fails or is not read to its end do not count.
    if (!isWhole) onVerified(-verifiedBytes)
    retries.end()
    check.drop()
  }
}

function opened(
  opener: ChunkOpener,
  sealed: SealedFileReader,
  first: number,
): AsyncGenerator<Bytes, void, void> {
  let index = first
  // `open` copies the chunk, whose memory is then reused.
  return mapConcurrently(sealed.chunks(first), chunksAtWork, (chunk) => opener.open(index++, chunk))
}

/** All chunks, and their length: at once if the record has it, otherwise with the first chunk. */
export async function piecesOfFile(
  source: SealedSource,
  opening: OpeningContext,
  onArrived: () => void,
): Promise<{ total: number; pieces: AsyncGenerator<Bytes, void, void> }> {
  if (!mayBeOnePiece(source) || onePieceSize(source) === source.size)
    return { total: source.size, pieces: openChunks(source, opening, { onArrived }) }
  let onLength: (total: number) => void = () => undefined
  const length = new Promise<number>((resolve) => (onLength = resolve))
  const chunks = openChunks(source, opening, { onLength, onArrived })
  const first = chunks.next()
  // A failure before the length is known is thrown here, a later one by the chunks.
  const total = await Promise.race([length, first.then(() => length)])
  return { total, pieces: startingWith(first, chunks) }
}

async function* startingWith(
  first: Promise<IteratorResult<Bytes, void>>,
  rest: AsyncGenerator<Bytes, void, void>,
): AsyncGenerator<Bytes, void, void> {
  const { done, value } = await first
  if (!done) yield value
  yield* rest
}

/** True for files of programs without chunks, see `openWhole`. */
const mayBeOnePiece = ({ hasManifest, size }: SealedSource): boolean =>
  !hasManifest && sealedSize(size) <= maxWholeBytes

/** Size of a plaintext in one piece: the record counts a tag for each chunk that it would have. */
const onePieceSize = ({ size }: SealedSource): number => sealedSize(size) - tagBytes

async function openOnePiece(
  source: SealedSource,
  key: AesKey,
  chunks: AsyncGenerator<Bytes, void, void>,
): Promise<Bytes> {
  const sealed = new Uint8Array(sealedSize(source.size))
  let filled = 0
  for await (const chunk of chunks) {
    sealed.set(chunk, filled)
    filled += chunk.length
  }
  const plain = await openWhole(key, source.iv, sealed).catch((error: unknown) => {
    throw isCryptoError(error) && error.code === 'damaged' ? new FaultError(fault('stored-damaged')) : error
  })
  if ((await contentHashHex(plain)) !== source.sha256) throw new FaultError(fault('hash-mismatch'))
  return plain
}
