import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { assertDefined } from '../../contract/assertDefined.ts'
import { ConfigError } from '../config.ts'
import { errorCode } from './failures.ts'
import type { Migrations } from './migrations/all.ts'
import { formerSteps, theirBaseline } from './migrations/formerSteps.ts'
import type { Tables } from './schema.ts'

/**
 * All steps that are missing, and their entries in the list of applied ones, are one transaction: however it ends, the
 * database is as it was or up to date. It looks at that list when it has the lock, so processes that start at once
 * take turns.
 * @returns the names of those that were missing
 * @throws ConfigError where a newer program has been here, or none but an early build
 */
export async function migrate(db: Kysely<Tables>, steps: Migrations): Promise<string[]> {
  await requireKnown(db, steps)
  const adopted = (await appliedSteps(db)).some(isFormer) ? await adoptBaseline(db) : []
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return [...adopted, ...results.map(({ migrationName }) => migrationName)]
  // Why the migration failed says more than that it cannot be known.
  await requireKnown(db, steps).catch((unknown: unknown) => {
    if (unknown instanceof ConfigError) throw unknown
  })
  throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Name of the newest step that was done in a database that is open; steps are numbered. */
export async function schemaVersion(db: Kysely<Tables>): Promise<string> {
  return assertDefined((await appliedSteps(db)).sort().at(-1))
}

/** @throws ConfigError where a newer program has been here, or none but an early build */
export async function requireKnown(db: Kysely<Tables>, steps: Migrations): Promise<void> {
  const applied = await appliedSteps(db)
  if (!applied.every((name) => name in steps || isFormer(name))) {
    throw new ConfigError([
      'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
    ])
  }
  const latest = applied.filter(isFormer).sort().at(-1)
  if (latest === undefined || latest === lastFormer) return
  throw new ConfigError([
    `The database is of an early build of Sealpost (${latest}). Start the last build that knows ${lastFormer} as its ` +
      'newest schema once, and then this one.',
  ])
}

/** Of those that `migrate` would do the first; undefined: none, or it would do all of them, on nothing. */
export async function firstPending(db: Kysely<Tables>, steps: Migrations): Promise<string | undefined> {
  const applied = new Set(await appliedSteps(db))
  if (applied.size === 0) return undefined
  return Object.keys(steps)
    .sort()
    .find((name) => !applied.has(name))
}

const lastFormer = formerSteps.at(-1)
const isFormer = (name: string): boolean => formerSteps.some((step) => step === name)

/**
 * Puts the baseline into the list in place of the steps that it is one with. Processes that start at once may all do
 * that: the list is the same afterwards.
 * @returns what it has put there
 */
function adoptBaseline(db: Kysely<Tables>): Promise<string[]> {
  return withList(db)
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('kysely_migration').where('name', 'in', formerSteps).execute()
      const added = await trx
        .insertInto('kysely_migration')
        .values({ name: theirBaseline, timestamp: new Date().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .execute()
      return added.map(({ name }) => name)
    })
}

/** Of a database in which nothing was made yet none. */
async function appliedSteps(db: Kysely<Tables>): Promise<string[]> {
  const applied = await withList(db)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .catch((error: unknown) => {
      if (isNoTable(error)) return []
      throw error
    })
  return applied.map(({ name }) => name)
}

const withList = (db: Kysely<Tables>) =>
  db.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()

const isNoTable = (error: unknown): boolean =>
  errorCode(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table'))
