import type { Bytes } from '../crypto/index.ts'
import { markHandled } from '../util/markHandled.ts'
import type { Bodies, BodyBuffer } from '../ports.ts'

export interface PositionedChunk {
  readonly sealed: Promise<readonly Bytes[]>
  readonly at: number
}

/**
 * Fills a body with sealed chunks. Each is written once sealed, and its own memory is taken over or reused:
 * with all chunks in memory at once, allocation would cost three times the sealing. Rejects only when nothing
 * is running any more, since the body's memory is then reused.
 * @param maxConcurrent number of concurrent chunks; sealing starts when one is requested
 */
export async function fillBody(
  bodies: Bodies,
  bytes: number,
  chunksFor: (buffer: BodyBuffer) => Iterable<PositionedChunk> | AsyncIterable<PositionedChunk>,
  maxConcurrent = Infinity,
): Promise<BodyBuffer> {
  const buffer = bodies.allocate(bytes)
  // Failed chunks stay in the set, so that Promise.all rejects.
  const pending = new Set<Promise<unknown>>()
  try {
    for await (const { sealed, at } of chunksFor(buffer)) {
      const written = sealed.then((pieces) => {
        let to = at
        for (const piece of pieces) {
          const { length } = piece
          buffer.take(piece, to)
          to += length
        }
        pending.delete(written)
      })
      pending.add(markHandled(written))
      if (pending.size >= maxConcurrent) await Promise.race(pending)
    }
    await Promise.all(pending)
    return buffer
  } catch (error) {
    await Promise.allSettled(pending)
    buffer.drop()
    throw error
  }
}
