import type { Kysely } from 'kysely'
import type { Counters } from './counters.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './schema.ts'

/**
 * What remembers: SQLite in the data folder, or PostgreSQL for any number of servers. What the two do alike is asked of
 * `db`; the rest is here.
 */
export interface Database {
  db: Kysely<Tables>
  counters: Counters
  /** Whether parts of the pages are kept in it, see [Note: Parts of other builds]. */
  keepsAssets: boolean
  dialect: Dialect
  /** Migrations that were missing when it was opened. */
  migrated: readonly string[]
  /** Of one that is reached over a network: connections by their state, and requests that wait for one. */
  connections?: () => Record<'busy' | 'idle' | 'waiting', number>
  /** Where the database lies as it was before these; undefined: nothing was copied. */
  copy: string | undefined
  /** Before anything is asked of it: removes what deleted rows have left behind anywhere in its files. */
  compact(): Promise<void>
  /** After rows were deleted: nothing of them stays in its files. False: somebody else keeps it from that for now. */
  forgetDeleted(): Promise<boolean>
  /** Throws unless it takes writes, down to the disk. */
  checkWrites(now: string): Promise<void>
  /** Does `work`, unless another server is doing its own: false then. */
  alone(work: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
}

/** Throws unless the database answers. */
export async function databaseAnswers(db: Kysely<Tables>): Promise<void> {
  await db.selectFrom('setting').select('name').limit(1).execute()
}
