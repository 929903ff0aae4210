import { tagBytes } from '../../contract/limits.ts'
import {
  type AesKey,
  asFileKey,
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
import { sideBySide } from '../util/flow.ts'
import { contentCheck } from './contentCheck.ts'
import { type SealedSource, sealedUrl } from './job.ts'
import { Attempts } from './blockers.ts'
import type { Opening } from './opening.ts'
import { SealedBody } from './sealedBody.ts'

/** Chunks at work side by side: the platform opens on its own threads while the next ones are read. */
const chunksAtWork = 9

export interface ChunksListener {
  /** What somebody has of the beginning already, as whole chunks: it is compared with the rest, and not fetched. */
  begun?: Begun | undefined
  /** What all chunks will be, in bytes, before the first of them. */
  onLength?: (total: number) => void
  /** All bytes have come, their tags verified; what is left is to compare the content. */
  onArrived?: () => void
}

/** The beginning of a file, in order: chunks of full length, where it is not the last. */
export type Begun = AsyncIterable<Bytes>

/**
 * The plaintext of a sealed file, chunk by chunk from what is there on, each yielded only after its tag has verified. The file is whole
 * and unchanged once the generator returns; until then what came may still turn out to be a part.
 * What goes wrong on the way is followed by what `afterFault` says, from the first chunk that has not verified yet.
 *
 * @throws FaultError, or the signal's reason
 */
export async function* openedChunks(
  source: SealedSource,
  opening: Opening,
  { begun, onLength, onArrived }: ChunksListener = {},
): AsyncGenerator<Bytes, void, void> {
  const { signal, needs } = opening
  const key = await importFileKey(asFileKey(source.rawKey))
  const opener = chunkOpener({ key, iv: source.iv, plainSize: source.size })
  const check = await contentCheck(source, opening)
  const sealed = new SealedBody(sealedUrl(source), sealedSize(source.size), opening)
  const attempts = new Attempts(needs, signal)
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
    // An empty file has a chunk that yields nothing.
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
          attempts.gained()
          onVerified(plain.length)
          if (plain.length > 0) yield plain
        }
      } catch (error) {
        signal.throwIfAborted()
        const what = faultOf(error)
        // A connection that breaks after the last chunk has verified takes nothing away.
        if (next === opener.count && what.code === 'unanswered') break
        if (what.code === 'damaged' && next === 0 && mayBeOnePiece(source)) {
          isOnePiece = true
          onLength?.(onePieceSize(source))
        } else await attempts.after(what, next)
      }
    }
    onArrived?.()
  }

  try {
    if (begun) {
      // Whoever has them does not want them back.
      for await (const { length } of check.pass(begun)) {
        signal.throwIfAborted()
        if (length > 0) next++
      }
      if (next > 0) onLength?.(source.size)
    }
    yield* check.pass(verified())
    await check.compare()
    isWhole = true
  } finally {
    // Of a file that fails, or that nobody takes to its end, nothing counts.
    if (!isWhole) onVerified(-verifiedBytes)
    attempts.end()
    check.drop()
  }
}

/** Chunks from one on, opened side by side, each in its turn. */
function opened(opener: ChunkOpener, sealed: SealedBody, first: number): AsyncGenerator<Bytes, void, void> {
  let index = first
  // It has copied the chunk, whose memory serves the next one.
  return sideBySide(sealed.chunks(first), chunksAtWork, (chunk) => opener.open(index++, chunk))
}

/** All chunks, and what they will be in bytes: at once where a record says it, else with the first of them. */
export async function piecesOfFile(
  source: SealedSource,
  opening: Opening,
  onArrived: () => void,
): Promise<{ total: number; pieces: AsyncGenerator<Bytes, void, void> }> {
  if (!mayBeOnePiece(source) || onePieceSize(source) === source.size)
    return { total: source.size, pieces: openedChunks(source, opening, { onArrived }) }
  let onLength: (total: number) => void = () => undefined
  const length = new Promise<number>((resolve) => (onLength = resolve))
  const chunks = openedChunks(source, opening, { onLength, onArrived })
  const first = chunks.next()
  // What it fails with before its length is known ends it here; what comes later, whoever takes the chunks.
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

/** Files of programs that know nothing of chunks, see `openWhole`. */
const mayBeOnePiece = ({ hasManifest, size }: SealedSource): boolean =>
  !hasManifest && sealedSize(size) <= maxWholeBytes

/** Of a plaintext in one piece: the record counts a tag for each chunk that it would have. */
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
