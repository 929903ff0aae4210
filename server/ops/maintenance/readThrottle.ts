import { setTimeout as delay } from 'node:timers/promises'

/** Rate limit of background reading, which can be aborted. */
export interface ReadThrottle {
  limit(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void>
  /** @throws the abort reason of the signal */
  throwIfEnded(): void
}

/** Minimum pause: shorter ones are not worth their overhead. */
const minPauseMs = 20
/** Maximum unused time that is credited after a pause in reading. */
const maxCreditMs = 1000

/** @param bytesPerSecond undefined for no limit */
export function createReadThrottle(bytesPerSecond?: number, signal?: AbortSignal): ReadThrottle {
  let due = performance.now()
  const throwIfEnded = () => signal?.throwIfAborted()
  return {
    throwIfEnded,
    async *limit(pieces) {
      for await (const piece of pieces) {
        throwIfEnded()
        yield piece
        if (bytesPerSecond === undefined) continue
        const now = performance.now()
        due = Math.max(due, now - maxCreditMs) + (piece.length / bytesPerSecond) * 1000
        if (due - now >= minPauseMs)
          await delay(due - now, undefined, { ref: false, ...(signal && { signal }) })
      }
    },
  }
}
