import { chmod, open } from 'node:fs/promises'
import { Kysely, SqliteDialect } from 'kysely'
import { ConfigError } from '../../config.ts'
import { sqlite } from '../dialect.ts'
import { errorCode } from '../failures.ts'
import { requireKnown } from '../migrate.ts'
import { type Migrations, migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { connect } from './connection.ts'

/** Copied in one go; others are served in between. */
const pagesPerStep = 1000

/**
 * Copies the database `file`, as it is at this moment, into the file `to`, which must not be there: while others read
 * and write it. The copy is durable, and one file that needs no other beside it.
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const source = connect(file, { fileMustExist: true })
  try {
    // Without it the copying would begin again whenever somebody writes.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(to, { progress: () => pagesPerStep })
    source.exec('commit')
  } finally {
    source.close()
  }
  const copy = connect(to)
  copy.pragma('journal_mode = delete')
  copy.close()
  await makeDurable(to)
}

/** The same without what was deleted before, which an older program may have left in it; takes longer, and all at once. */
export async function copyRewritten(file: string, to: string): Promise<void> {
  const source = connect(file, { fileMustExist: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  await makeDurable(to)
}

async function makeDurable(to: string): Promise<void> {
  await chmod(to, 0o600)
  const written = await open(to, 'r+')
  try {
    await written.sync()
  } finally {
    await written.close()
  }
}

/**
 * Opens such a copy as it is, without bringing it up to date.
 * @throws ConfigError for one of a newer program or of an early build, and for what is no database
 */
export async function openSnapshot(
  file: string,
  how: { readonly: boolean },
  steps: Migrations = migrations(sqlite),
): Promise<Kysely<Tables>> {
  let db: Kysely<Tables> | undefined
  try {
    const driver = connect(file, { ...how, fileMustExist: true })
    db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: driver }) })
    await requireKnown(db, steps)
    return db
  } catch (error) {
    await db?.destroy()
    throw damageError(error) ?? error
  }
}

/** For an error with which SQLite says that a database is damaged, or none. */
export function damageError(error: unknown): ConfigError | undefined {
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error))) return undefined
  return damaged(String(error))
}

export const damaged = (how: string): ConfigError =>
  new ConfigError([`The database is damaged (${how}). Restore the latest backup that is whole.`])
