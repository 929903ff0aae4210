import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { MiB } from '../../../contract/limits.ts'
import type { Database } from '../database.ts'
import { sqlite } from '../dialect.ts'
import type { Flag } from '../flag.ts'
import { migrate } from '../migrate.ts'
import { type Migrations, migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { openConnection } from './connection.ts'
import { copyBeforeMigration, removeOldCopies } from './copyBeforeMigration.ts'
import { busyMs, openCounters } from './counters.ts'
import { EmbeddedDialect } from './embeddedDialect.ts'

const sqliteMigrations = migrations(sqlite)

/** Opens the database of a data folder, which is used by one server and the command line. */
export async function openSqliteDatabase(file: string): Promise<Database> {
  const { db, appliedMigrations, migrationCopyPath } = await openMigrated(file, sqliteMigrations)
  const counters = openCounters(file)
  return {
    db,
    counters,
    dialect: sqlite,
    appliedMigrations,
    migrationCopyPath,
    removeOldCopies: () => removeOldCopies(dirname(file)),
    compact: () => rewriteDatabase(db),
    eraseDeletedRows: () => truncateLog(db),
    rewriteAtNextStart: () => setRewritten(db, 0),
    async checkWrites(now) {
      await db
        .insertInto('setting')
        .values({ name: 'ready_at', value: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
        .execute()
    },
    async runExclusively(work) {
      await work()
      return true
    },
    async close() {
      // The last connection that closes puts the write-ahead log into the database and removes it.
      counters.close()
      await db.destroy()
    },
  }
}

/** Opens the database in `file`, creating or migrating it. */
export const openSqliteKysely = async (file: string, steps = sqliteMigrations): Promise<Kysely<Tables>> =>
  (await openMigrated(file, steps)).db

async function openMigrated(file: string, steps: Migrations) {
  const driver = openConnection(file)
  driver.pragma('journal_mode = WAL')
  // A confirmed upload must outlive a power cut: see [Note: Group commit].
  driver.pragma('synchronous = NORMAL')
  driver.pragma('foreign_keys = ON')
  driver.pragma(`busy_timeout = ${busyMs}`)
  const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(driver) })
  try {
    const migrationCopyPath = await copyBeforeMigration(db, file, steps)
    return { db, migrationCopyPath, appliedMigrations: await migrate(db, steps) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Empties the write-ahead log, which has pages from before deletions. False if readers prevent it. */
export function truncateLog(db: Kysely<Tables>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      return rows[0]?.busy === 0
    } finally {
      await sql.raw(`pragma busy_timeout = ${busyMs}`).execute(connection)
    }
  })
}

/** Maximum size of a database that is rewritten at every start, which takes 20 ms per MiB. */
const maxBytesRewrittenAtStart = 32 * MiB

/**
 * Rewrites the database without remains of deleted rows: those of older versions, which did not overwrite them, and
 * copies that SQLite left when it moved rows to other pages. A large database is rewritten once, as recorded by a flag in
 * its header, and again after `rewriteAtNextStart`.
 */
async function rewriteDatabase(db: Kysely<Tables>): Promise<void> {
  const readPragma = async (name: string) => {
    const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)
    return assertDefined(rows[0]?.[name])
  }
  const size = (await readPragma('page_count')) * (await readPragma('page_size'))
  if (size > maxBytesRewrittenAtStart && (await readPragma('user_version')) > 0) return
  await sql`vacuum`.execute(db)
  await setRewritten(db, 1)
  await truncateLog(db)
}

const setRewritten = async (db: Kysely<Tables>, flag: Flag): Promise<void> => {
  await sql.raw(`pragma user_version = ${flag}`).execute(db)
}
