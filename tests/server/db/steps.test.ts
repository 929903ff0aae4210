import { expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/all.ts'
import { preBaselineSteps, baselineStep } from '../../../server/db/migrations/preBaselineSteps.ts'
import { startTestServer } from '../testServer.ts'
import { appliedMigrations, nextMigration, setAppliedMigrations, withNextMigration } from './nextMigration.ts'

/** A server's database, and the steps that it knows. */
async function openServerDatabase() {
  const { services } = await startTestServer()
  const { db, database } = services
  return { db, ours: migrations(database.dialect), next: withNextMigration(database.dialect) }
}

it('makes a new database with the steps of the program, and has nothing to do at the next start', async () => {
  const { db, ours } = await openServerDatabase()
  expect(await appliedMigrations(db)).toEqual(Object.keys(ours).sort())
  expect(await migrate(db, ours)).toEqual([])
})

it('does a step that is missing once, however many processes start', async () => {
  const { db, next } = await openServerDatabase()
  const done = await Promise.all(Array.from({ length: 5 }, () => migrate(db, next)))
  expect(done.flat()).toEqual([nextMigration])
  expect(await appliedMigrations(db)).toEqual(Object.keys(next).sort())
  expect(
    await db.$extendTables<{ label: { text: string } }>().selectFrom('label').selectAll().execute(),
  ).toEqual([])
})

it('takes a database of the steps before the baseline for one of it, however many processes start', async () => {
  const { db, next } = await openServerDatabase()
  // The schema has what the steps in between make already.
  const steps = Object.fromEntries(
    Object.entries(next).filter(([name]) => [baselineStep, nextMigration].includes(name)),
  )
  await setAppliedMigrations(db, preBaselineSteps)
  const done = await Promise.all(Array.from({ length: 5 }, () => migrate(db, steps)))
  expect(done.flat().sort()).toEqual([baselineStep, nextMigration])
  expect(await appliedMigrations(db)).toEqual([baselineStep, nextMigration])
})

it.each([1, preBaselineSteps.length - 1])(
  'refuses a database of the first %d of those steps, says which build comes first, and leaves it as it is',
  async (count) => {
    const { db, ours } = await openServerDatabase()
    const before = preBaselineSteps.slice(0, count)
    await setAppliedMigrations(db, before)
    await expect(migrate(db, ours)).rejects.toThrow(
      new ConfigError([
        `The database is of an early build of Sealpost (${before.at(-1)}). Start the last build that knows ` +
          '0041-private-names as its newest schema once, and then this one.',
      ]),
    )
    expect(await appliedMigrations(db)).toEqual(before)
  },
)

it.each(['0000-earlier', '9999-later'])(
  'refuses a database that has %s, and leaves it as it is',
  async (unknown) => {
    const { db, ours } = await openServerDatabase()
    const before = [...Object.keys(ours), unknown].sort()
    await setAppliedMigrations(db, before)
    await expect(migrate(db, ours)).rejects.toThrow(
      new ConfigError([
        'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
      ]),
    )
    expect(await appliedMigrations(db)).toEqual(before)
  },
)

it('leaves tables and list as they were when a step fails, and goes on at the next start', async () => {
  const { db, ours, next } = await openServerDatabase()
  const failing = {
    ...next,
    [`${nextMigration}-fails`]: { up: () => Promise.reject(new Error('the disk is full')) },
  }
  await expect(migrate(db, failing)).rejects.toThrow('the disk is full')
  expect(await appliedMigrations(db)).toEqual(Object.keys(ours).sort())
  expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('label')
  expect(await migrate(db, next)).toEqual([nextMigration])
})
