import { setTimeout as delay } from 'node:timers/promises'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { connect } from './database.ts'
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
  set(key: string, points: number, seconds: number): Promise<void>
  delete(key: string): Promise<void>
  close(): void
}

/** A transaction of another connection ends in less. */
const busyMs = 5000

/**
 * Counters in the database `file`, which must have been opened and migrated.
 *
 * Through a connection of their own, for two reasons. Commits of this one are not synced: counting costs no disk
 * access, and what a power cut takes is a few counts. And a count must neither become part of a transaction that is
 * open on the main connection at this moment, nor block the thread on which that one wants to go on: so SQLite never
 * waits here, but the caller does.
 */
export function openCounters(file: string): Counters {
  const storeClient = connect(file, { timeout: 0, fileMustExist: true })
  storeClient.pragma('synchronous = NORMAL')
  // Only counted here; the figures and what they mean are the caller's.
  const table = new RateLimiterSQLite({
    storeClient,
    storeType: 'better-sqlite3',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: '',
    points: Number.MAX_SAFE_INTEGER,
    duration: 0,
  })
  return {
    async add(key, points, seconds) {
      const count = await patiently(() => table.penalty(key, points, { customDuration: seconds }))
      return { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async get(key) {
      const count = await patiently(() => table.get(key))
      return count === null ? undefined : { points: count.consumedPoints, msLeft: count.msBeforeNext }
    },
    async set(key, points, seconds) {
      await patiently(() => table.set(key, points, seconds))
    },
    async delete(key) {
      await patiently(() => table.delete(key))
    },
    close: () => void storeClient.close(),
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + busyMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await delay(1)
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

export async function deleteExpiredCounts(db: Db, time: Date): Promise<number> {
  const result = await db.deleteFrom('rate_limit').where('expire', '<=', time.getTime()).executeTakeFirst()
  return Number(result.numDeletedRows)
}
