import { setTimeout as delay } from 'node:timers/promises'

/** How fast bytes may be read for a work that nobody waits for, and whether it goes on. */
export interface Pace {
  through(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void>
  /** @throws the signal's reason */
  throwIfEnded(): void
}

/** A pause is this long at least: shorter ones cost more than they spread. */
const shortestMs = 20
/** What was not used while nothing was read is not made up for. */
const longestLeadMs = 1000

/** @param bytesPerSecond undefined: as fast as they come */
export function createPace(bytesPerSecond: number | undefined, signal?: AbortSignal): Pace {
  let due = performance.now()
  const throwIfEnded = () => signal?.throwIfAborted()
  return {
    throwIfEnded,
    async *through(pieces) {
      for await (const piece of pieces) {
        throwIfEnded()
        yield piece
        if (bytesPerSecond === undefined) continue
        const now = performance.now()
        due = Math.max(due, now - longestLeadMs) + (piece.length / bytesPerSecond) * 1000
        if (due - now >= shortestMs)
          await delay(due - now, undefined, { ref: false, ...(signal && { signal }) })
      }
    },
  }
}

export const unhurried = (): Pace => createPace(undefined)
