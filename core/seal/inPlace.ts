import type { Bytes } from '../crypto/index.ts'
import { markHandled } from '../util/markHandled.ts'
import type { Bodies, BodyBuffer } from '../ports.ts'

/** A chunk that is being sealed, and where it goes. */
export interface PlacedChunk {
  readonly sealed: Promise<readonly Bytes[]>
  readonly at: number
}

/**
 * A room with chunks at their places. Each goes there as soon as it is sealed, and its own memory is the room's, or free for the
 * next ones: chunks that waited for each other would all need fresh memory, which costs three times what sealing them does.
 * Fails only when nothing is under way any more: then the room's memory serves another body.
 * @param atOnce so many chunks at most, where making one begins to seal it
 */
export async function filledRoom(
  bodies: Bodies,
  bytes: number,
  chunksFor: (room: BodyBuffer) => Iterable<PlacedChunk> | AsyncIterable<PlacedChunk>,
  atOnce = Infinity,
): Promise<BodyBuffer> {
  const room = bodies.room(bytes)
  // One that failed stays: whoever waits for all of them hears of it.
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
