import type { Kysely } from 'kysely'
import type { Counters } from './counters.ts'
import type { SchemaDialect } from './dialect.ts'
import type { Tables } from './schema.ts'

/** SQLite in the data folder, or PostgreSQL for any number of servers. All members but `db` hide differences. */
export interface Database {
  db: Kysely<Tables>
  counters: Counters
  dialect: SchemaDialect
  /** Migrations that were applied when it was opened. */
  appliedMigrations: readonly string[]
  /** Connections of the pool by state, and requests that wait for one; undefined without a network. */
  connections?: () => Record<'busy' | 'idle' | 'waiting', number>
  /** Path of the copy from before the migrations; undefined if there is none. */
  migrationCopyPath: string | undefined
  /** Removes copies from before migrations that are too old, and returns their number. */
  removeOldCopies(): Promise<number>
  /** Removes remains of deleted rows from all files of the database. Call it before any other query. */
  compact(): Promise<void>
  /** Does the same while queries run. False if another connection prevents that for now. */
  eraseDeletedRows(): Promise<boolean>
  /** Has `compact` rewrite the database at the next start, whatever its size. */
  rewriteAtNextStart(): Promise<void>
  /** @throws unless a write reaches the disk */
  checkWrites(now: string): Promise<void>
  /** Runs `work` under a lock; returns false, without running it, if another server holds the lock. */
  runExclusively(work: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
}

export type DbDep = Pick<Database, 'db'>
export type CountersDep = Pick<Database, 'counters'>

/** @throws unless the database responds */
export async function checkReads(db: Kysely<Tables>): Promise<void> {
  await db.selectFrom('setting').select('name').limit(1).execute()
}
