import { chmod } from 'node:fs/promises'
import { Kysely, SqliteDialect } from 'kysely'
import { ConfigError } from '../../config/config.ts'
import { sqlite } from '../dialect.ts'
import { syncFile } from '../../util/fsync.ts'
import { errorCode } from '../../../contract/systemErrors.ts'
import { requireKnownSchema } from '../migrate.ts'
import { type Migrations, migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { openConnection } from './connection.ts'

/** Pages that are copied at a time; other work is done in between. */
const pagesPerStep = 1000

/** Copies the current state of `file` to a durable, single file `to`, which must not exist, while others write. */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const source = openConnection(file, { fileMustExist: true })
  try {
    // Without a transaction, the backup would restart at every write.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(to, { progress: () => pagesPerStep })
    source.exec('commit')
  } finally {
    source.close()
  }
  const copy = openConnection(to)
  copy.pragma('journal_mode = delete')
  copy.close()
  await makeDurable(to)
}

/** Same as `copyDatabase`, but without remains of deleted rows. Takes longer and blocks the thread. */
export async function copyCompacted(file: string, to: string): Promise<void> {
  const source = openConnection(file, { fileMustExist: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  await makeDurable(to)
}

async function makeDurable(to: string): Promise<void> {
  await chmod(to, 0o600)
  await syncFile(to)
}

/** Opens a copy for `work`, without migrating it. @throws ConfigError for no database, or one of another version */
export async function withDatabaseCopy<T>(
  file: string,
  options: { readonly: boolean },
  work: (db: Kysely<Tables>) => Promise<T>,
  steps: Migrations = migrations(sqlite),
): Promise<T> {
  const db = await openDatabaseCopy(file, options, steps)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function openDatabaseCopy(file: string, how: { readonly: boolean }, steps: Migrations) {
  let db: Kysely<Tables> | undefined
  try {
    const driver = openConnection(file, { ...how, fileMustExist: true })
    db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: driver }) })
    await requireKnownSchema(db, steps)
    return db
  } catch (error) {
    await db?.destroy()
    throw toDamageError(error) ?? error
  }
}

/** Converts an SQLite error about a damaged database; undefined for other errors. */
export function toDamageError(error: unknown): ConfigError | undefined {
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error))) return undefined
  return damagedDatabaseError(String(error))
}

export const damagedDatabaseError = (how: string): ConfigError =>
  new ConfigError([`The database is damaged (${how}). Restore the latest intact backup.`])
