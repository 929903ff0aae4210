import Sqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, Migrator, SqliteDialect, SqliteDriver } from 'kysely'
import { sqlite, type Dialect } from './dialect.ts'
import { migrations } from './migrations/all.ts'
import type { Tables } from './schema.ts'

/**
 * Our transactions write. One that reads first and finds at its first write that another connection (the counters, the
 * command line) has written since cannot go on, however long it waits; so each takes the write lock at its start, where
 * waiting helps.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** On a full disk SQLite may have rolled back by itself; failing to do it again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database)
  }
}

/** Opens the database in `file`, creating or migrating it. */
export async function openSqlite(file: string): Promise<Kysely<Tables>> {
  const driver = new Sqlite(file)
  driver.pragma('journal_mode = WAL')
  // FULL: a confirmed upload must outlive a power cut, and WAL alone syncs only at checkpoints.
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('busy_timeout = 5000')
  const db = new Kysely<Tables>({ dialect: new ImmediateDialect(driver) })
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

/** Whether the database takes writes, down to the disk. */
export async function databaseWrites(db: Kysely<Tables>, now: string): Promise<void> {
  const row = { name: 'ready_at', value: now }
  await db
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
    .execute()
}
