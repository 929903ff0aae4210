import { type Kysely, Migrator } from 'kysely'
import { certain } from '../../contract/certain.ts'
import { ConfigError } from '../config.ts'
import type { Dialect } from './dialect.ts'
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
  if (await isOfNewer(db, known)) {
    throw new ConfigError([
      'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
    ])
  }
  throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Name of the newest step that was done in a database that is open; steps are numbered. */
export async function schemaVersion(db: Kysely<Tables>): Promise<string> {
  return certain((await appliedSteps(db)).sort().at(-1))
}

async function appliedSteps(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}

async function isOfNewer(db: Kysely<Tables>, known: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    return (await appliedSteps(db)).some((name) => !(name in known))
  } catch {
    // It says nothing of versions; why the migration failed says more.
    return false
  }
}
