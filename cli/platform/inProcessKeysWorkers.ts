import { keysWorker } from '../../core/keys/keysWorker.ts'
import type { KeysWorkers } from '../../core/keys/splitAcrossWorkers.ts'

/** Concurrent shares of work: Web Crypto has its own threads, and thousands of keys take memory. */
const laneCount = 2

export function inProcessKeysWorkers(): KeysWorkers {
  const last: Promise<unknown>[] = Array.from({ length: laneCount }, () => Promise.resolve())
  let next = 0
  return {
    lease: (work) => {
      const lane = next++ % laneCount
      const before = last[lane] ?? Promise.resolve()
      const mine = before.then(() => work(keysWorker))
      last[lane] = mine.catch(() => undefined)
      return mine
    },
  }
}
