import { sql } from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { removeSome } from './removeSome.ts'
import type { Db } from './schema.ts'

export interface Count {
  points: number
  /** Until it is forgotten. */
  msLeft: number
}

/** Counts that are forgotten after a time. They survive a restart; a power cut may take the latest. */
export interface Counters {
  /** Adds to a count, which is forgotten `seconds` after its first point. Atomic. */
  add(key: string, points: number, seconds: number): Promise<Count>
  get(key: string): Promise<Count | undefined>
  delete(key: string): Promise<void>
}

/** For `countersIn`: it only counts; the figures and what they mean are the caller's. */
export const countersTable = {
  tableName: 'rate_limit',
  tableCreated: true,
  keyPrefix: '',
  points: Number.MAX_SAFE_INTEGER,
  duration: 0,
  // The sweep does it.
  clearExpiredByTimeout: false,
} as const

type Attempt = <T>(work: () => Promise<T>) => Promise<T>

/** @param attempt how something is asked of the table */
export function countersIn(table: RateLimiterAbstract, attempt: Attempt = (work) => work()): Counters {
  return {
    async add(key, points, seconds) {
      const count = await attempt(() => table.penalty(key, points, { customDuration: seconds }))
      return { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async get(key) {
      const count = await attempt(() => table.get(key))
      return count === null ? undefined : { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async delete(key) {
      await attempt(() => table.delete(key))
    },
  }
}

export const deleteExpiredCounts = (db: Db, time: Date): Promise<number> =>
  removeSome(db, 'rate_limit', ['key'], sql`expire <= ${time.getTime()}`)
