import { keysWorker } from '../../core/keys/keysWorker.ts'
import type { KeysWorkers } from '../../core/keys/splitAcrossWorkers.ts'

/** Number of concurrent shares of work. Web Crypto has its own threads, and thousands of keys take memory. */
const laneCount = 2

/** Opens keys in this process, some shares of work at a time. */
export function inProcessKeysWorkers(): KeysWorkers {
  const tails: Promise<unknown>[] = Array.from({ length: laneCount }, () => Promise.resolve())
  let nextLane = 0
  return {
    lease: (work) => {
      const lane = nextLane++ % laneCount
      const previous = tails[lane] ?? Promise.resolve()
      const result = previous.then(() => work(keysWorker))
      tails[lane] = result.catch(() => undefined)
      return result
    },
  }
}
