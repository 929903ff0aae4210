import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { assertDefined } from '../../contract/assertDefined.ts'
import { ConfigError } from '../config/config.ts'
import { errorCode } from '../../contract/systemErrors.ts'
import type { Migrations } from './migrations/all.ts'
import { preBaselineSteps, baselineStep } from './migrations/preBaselineSteps.ts'
import type { Tables } from './schema.ts'

/**
 * Adopts the baseline in a database of earlier steps, and then applies all missing steps and lists them as applied, in
 * one transaction: it either succeeds or leaves the database as it was. The list is read under the lock, so processes
 * that start at the same time are serialized.
 * @returns names of the steps that were missing
 * @throws ConfigError if the database is of a newer version or of an early build
 */
export async function migrate(db: Kysely<Tables>, steps: Migrations): Promise<string[]> {
  await requireKnownSchema(db, steps)
  const adopted = (await appliedSteps(db)).some(isPreBaseline) ? await adoptBaseline(db) : []
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return [...adopted, ...results.map(({ migrationName }) => migrationName)]
  // The original error is more helpful than a failure of this check.
  await requireKnownSchema(db, steps).catch((checkError: unknown) => {
    if (checkError instanceof ConfigError) throw checkError
  })
  throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Name of the newest step of an open database; steps are numbered. */
export async function schemaVersion(db: Kysely<Tables>): Promise<string> {
  return assertDefined((await appliedSteps(db)).sort().at(-1))
}

/** @throws ConfigError if the database is of a newer version or of an early build */
export async function requireKnownSchema(db: Kysely<Tables>, steps: Migrations): Promise<void> {
  const applied = await appliedSteps(db)
  if (!applied.every((name) => name in steps || isPreBaseline(name))) {
    throw new ConfigError([
      'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
    ])
  }
  const latest = applied.filter(isPreBaseline).sort().at(-1)
  if (latest === undefined || latest === lastPreBaseline) return
  throw new ConfigError([
    `The database is of an early build of Sealpost (${latest}). Start the last build that knows ${lastPreBaseline} as its ` +
      'newest schema once, and then this one.',
  ])
}

/** First step that `migrate` would apply; undefined if there is none, or if the database is empty. */
export async function firstPendingStep(db: Kysely<Tables>, steps: Migrations): Promise<string | undefined> {
  const applied = new Set(await appliedSteps(db))
  if (applied.size === 0) return undefined
  return Object.keys(steps)
    .sort()
    .find((name) => !applied.has(name))
}

const lastPreBaseline = preBaselineSteps.at(-1)
const isPreBaseline = (name: string): boolean => preBaselineSteps.some((step) => step === name)

/**
 * Replaces the steps that the baseline contains with the baseline itself in the list of applied ones. Processes that
 * start at the same time may all do that: the list is the same afterwards.
 * @returns steps added to the list
 */
function adoptBaseline(db: Kysely<Tables>): Promise<string[]> {
  return withMigrationTable(db)
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('kysely_migration').where('name', 'in', preBaselineSteps).execute()
      const added = await trx
        .insertInto('kysely_migration')
        .values({ name: baselineStep, timestamp: new Date().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .execute()
      return added.map(({ name }) => name)
    })
}

/** Names of the applied steps; none for an empty database. */
async function appliedSteps(db: Kysely<Tables>): Promise<string[]> {
  const applied = await withMigrationTable(db)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .catch((error: unknown) => {
      if (isNoTable(error)) return []
      throw error
    })
  return applied.map(({ name }) => name)
}

const withMigrationTable = (db: Kysely<Tables>) =>
  db.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()

const isNoTable = (error: unknown): boolean =>
  errorCode(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table'))
