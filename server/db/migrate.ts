import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { certain } from '../../contract/certain.ts'
import { ConfigError } from '../config.ts'
import type { Dialect } from './dialect.ts'
import { errorCode } from './failures.ts'
import { migrations } from './migrations/all.ts'
import type { Tables } from './schema.ts'

/**
 * All steps that are missing, and their entries in the list of applied ones, are one transaction: however it ends, the
 * database is as it was or up to date. It looks at that list when it has the lock, so processes that start at once
 * take turns.
 * @returns the names of those that were missing
 * @throws ConfigError where a newer program has been here
 */
export async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const known = migrations(dialect)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(({ migrationName }) => migrationName)
  // Why the migration failed says more than that it cannot be known.
  await requireKnown(db, dialect).catch((unknown: unknown) => {
    if (unknown instanceof ConfigError) throw unknown
  })
  throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Name of the newest step that was done in a database that is open; steps are numbered. */
export async function schemaVersion(db: Kysely<Tables>): Promise<string> {
  return certain((await appliedSteps(db)).sort().at(-1))
}

/** @throws ConfigError where a newer program has been here */
export async function requireKnown(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const known = migrations(dialect)
  if ((await appliedSteps(db)).every((name) => name in known)) return
  throw new ConfigError([
    'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
  ])
}

/** Of those that `migrate` would do the first; undefined: none, or it would do all of them, on nothing. */
export async function firstPending(db: Kysely<Tables>, dialect: Dialect): Promise<string | undefined> {
  const applied = new Set(await appliedSteps(db))
  if (applied.size === 0) return undefined
  return Object.keys(migrations(dialect))
    .sort()
    .find((name) => !applied.has(name))
}

/** Of a database in which nothing was made yet none. */
async function appliedSteps(db: Kysely<Tables>): Promise<string[]> {
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .catch((error: unknown) => {
      if (isNoTable(error)) return []
      throw error
    })
  return applied.map(({ name }) => name)
}

const isNoTable = (error: unknown): boolean =>
  errorCode(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table'))
