import type { Bytes } from '../crypto/index.ts'
import { markHandled } from '../util/markHandled.ts'
import type { Bodies, BodyBuffer } from '../ports.ts'

/** A chunk being sealed, and its position. */
export interface PlacedChunk {
  readonly sealed: Promise<readonly Bytes[]>
  readonly at: number
}

/**
 * Fills a body with sealed chunks. Each is written once sealed, and its own memory is taken over or reused:
 * with all chunks in memory at once, allocation would cost three times the sealing. Rejects only when nothing
 * is running any more, since the body's memory is then reused.
 * @param atOnce number of concurrent chunks; sealing starts when one is requested
 */
export async function filledRoom(
  bodies: Bodies,
  bytes: number,
  chunksFor: (room: BodyBuffer) => Iterable<PlacedChunk> | AsyncIterable<PlacedChunk>,
  atOnce = Infinity,
): Promise<BodyBuffer> {
  const room = bodies.room(bytes)
  // Failed chunks stay in the set, so that Promise.all rejects.
  const underWay = new Set<Promise<unknown>>()
  try {
    for await (const { sealed, at } of chunksFor(room)) {
      const placed = sealed.then((pieces) => {
        let to = at
        for (const piece of pieces) {
          const { length } = piece
          room.take(piece, to)
          to += length
        }
        underWay.delete(placed)
      })
      underWay.add(markHandled(placed))
      if (underWay.size >= atOnce) await Promise.race(underWay)
    }
    await Promise.all(underWay)
    return room
  } catch (error) {
    await Promise.allSettled(underWay)
    room.drop()
    throw error
  }
}
