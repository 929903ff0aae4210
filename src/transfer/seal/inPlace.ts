import type { Bytes } from '../../crypto/index.ts'
import type { BodyRoom } from '../ports.ts'

/** A chunk that is being sealed, and where it goes. */
export interface PlacedChunk {
  readonly sealed: Promise<Bytes>
  readonly at: number
}

/**
 * Puts chunks to their places in a room. Each is copied there as soon as it is sealed, and its own memory freed for the
 * next ones: chunks that waited for each other would all need fresh memory, which costs three times what sealing them
 * does. Ends, and fails, only when nothing is under way any more: then the room may serve another body.
 * @param atOnce so many chunks at most, where making one begins to seal it
 */
export async function putInPlace(
  room: BodyRoom,
  chunks: Iterable<PlacedChunk> | AsyncIterable<PlacedChunk>,
  atOnce = Infinity,
): Promise<void> {
  // One that failed stays: whoever waits for all of them hears of it.
  const underWay = new Set<Promise<unknown>>()
  try {
    for await (const { sealed, at } of chunks) {
      const placed = sealed.then((chunk) => {
        room.take(chunk, at)
        underWay.delete(placed)
      })
      // It is reported below.
      placed.catch(() => undefined)
      underWay.add(placed)
      if (underWay.size >= atOnce) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  } catch (error) {
    await Promise.allSettled(underWay)
    throw error
  }
}
