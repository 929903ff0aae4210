import Sqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, Migrator, SqliteDialect, SqliteDriver } from 'kysely'
import { sqlite, type Dialect } from './dialect.ts'
import { migrations } from './migrations/all.ts'
import type { Tables } from './schema.ts'

/**
 * Our transactions write. One that reads first and finds at its first write that the command line has written since
 * cannot go on, however long it waits; so each takes the write lock at its start, where waiting helps.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database })
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
