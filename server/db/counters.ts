import type { RateLimiterAbstract } from 'rate-limiter-flexible'

export interface Count {
  points: number
  /** Milliseconds until the count expires. */
  msLeft: number
}

/** Counters with an expiry. They survive a restart; a power cut may lose the latest counts. */
export interface Counters {
  /** Adds to a count, which expires `seconds` after its first point. Atomic. */
  add(key: string, points: number, seconds: number): Promise<Count>
  get(key: string): Promise<Count | undefined>
  delete(key: string): Promise<void>
}

/** Options for `createCounters`: the package only counts, the limits are up to the callers. */
export const counterTableOptions = {
  tableName: 'rate_limit',
  tableCreated: true,
  keyPrefix: '',
  points: Number.MAX_SAFE_INTEGER,
  duration: 0,
  // The sweep removes expired rows.
  clearExpiredByTimeout: false,
} as const

type RunQuery = <T>(work: () => Promise<T>) => Promise<T>

/** @param runQuery wrapper for each query to the table */
export function createCounters(table: RateLimiterAbstract, runQuery: RunQuery = (work) => work()): Counters {
  return {
    async add(key, points, seconds) {
      const count = await runQuery(() => table.penalty(key, points, { customDuration: seconds }))
      return { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async get(key) {
      const count = await runQuery(() => table.get(key))
      return count === null ? undefined : { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async delete(key) {
      await runQuery(() => table.delete(key))
    },
  }
}
