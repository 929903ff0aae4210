import SqliteDriver from 'better-sqlite3'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import { sqlite, type Dialect } from './dialect.ts'
import { migrations } from './migrations/all.ts'
import type { Tables } from './schema.ts'

/** Opens the database in `file`, creating or migrating it. */
export async function openSqlite(file: string): Promise<Kysely<Tables>> {
  const driver = new SqliteDriver(file)
  driver.pragma('journal_mode = WAL')
  // FULL: a confirmed upload must outlive a power cut, and WAL alone syncs only at checkpoints.
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('busy_timeout = 5000')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: driver }) })
  await migrate(db, sqlite)
  return db
}

async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations(dialect)) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Whether the database answers. */
export async function databaseAnswers(db: Kysely<Tables>): Promise<void> {
  await db.selectFrom('setting').select('name').limit(1).execute()
}
