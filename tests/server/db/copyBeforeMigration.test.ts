import Sqlite from 'better-sqlite3'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { sqlite } from '../../../server/db/dialect.ts'
import { migrations } from '../../../server/db/migrations/all.ts'
import { openSqliteDatabase } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { startTestServer } from '../testServer.ts'
import { rowsByTable, keptDatabases, restoreDatabase } from './keptDatabases.ts'

const migrationNames = Object.keys(migrations(sqlite)).sort()
const savedDatabases = keptDatabases()
const latestDatabase = savedDatabases.at(-1)

async function openAndClose(folder: string): Promise<string | undefined> {
  const database = await openSqliteDatabase(join(folder, 'sealpost.db'))
  await database.close()
  return database.migrationCopyPath
}

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('before-'))

it('keeps the database as it was before an upgrade, to go back to', async () => {
  const folder = await scratchFolder()
  restoreDatabase(latestDatabase?.sql ?? '', join(folder, 'sealpost.db'))
  const before = rowsByTable(folder)
  const copy = await openAndClose(folder)
  const missing = migrationNames[migrationNames.indexOf(latestDatabase?.name ?? '') + 1] ?? ''
  expect(copy).toBe(join(folder, `before-${missing}.db`))
  expect(statSync(copy ?? '').mode & 0o077).toBe(0)
  expect(copiesIn(folder)).toEqual([`before-${missing}.db`])

  const back = await scratchFolder()
  const source = new Sqlite(copy ?? '', { readonly: true })
  await source.backup(join(back, 'sealpost.db'))
  source.close()
  expect(rowsByTable(back)).toEqual(before)
  // The next start has nothing to do, and keeps the way back.
  expect(await openAndClose(folder)).toBeUndefined()
  expect(copiesIn(folder)).toHaveLength(1)
})

it('copies nothing where there was nothing', async () => {
  const folder = await scratchFolder()
  expect(await openAndClose(folder)).toBeUndefined()
  expect(copiesIn(folder)).toEqual([])
})

it('keeps the two latest, and nothing of somebody else goes', async () => {
  const folder = await scratchFolder()
  const others = ['before-0003-gates.db', 'before-0007-limits.db', 'before-my-holidays.db']
  for (const name of others) writeFileSync(join(folder, name), 'x')
  restoreDatabase(latestDatabase?.sql ?? '', join(folder, 'sealpost.db'))
  const copy = await openAndClose(folder)
  expect(
    copiesIn(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([copy, join(folder, 'before-0007-limits.db'), join(folder, 'before-my-holidays.db')].sort())
})

it('keeps none for longer than 30 days: it holds what was deleted since', async () => {
  const folder = await scratchFolder()
  restoreDatabase(latestDatabase?.sql ?? '', join(folder, 'sealpost.db'))
  const copy = (await openAndClose(folder)) ?? ''
  await openAndClose(folder)
  expect(copiesIn(folder)).toHaveLength(1)
  const then = Date.now() / 1000 - 31 * 24 * 3600
  utimesSync(copy, then, then)
  await openAndClose(folder)
  expect(copiesIn(folder)).toEqual([])
})

it('a server that runs for longer removes it by its sweep', async () => {
  const { app, dataDir, logged } = await startTestServer()
  const copy = join(dataDir, 'before-0029-audit-order.db')
  writeFileSync(copy, 'x')
  await app.housekeeping.sweep()
  expect(copiesIn(dataDir)).toHaveLength(1)
  const then = Date.now() / 1000 - 31 * 24 * 3600
  utimesSync(copy, then, then)
  await app.housekeeping.sweep()
  expect(copiesIn(dataDir)).toEqual([])
  expect(logged()).toMatch(/"migrationCopies":1.*"msg":"swept"/)
})

it('refuses the database of a newer program in words, and leaves it as it is', async () => {
  const folder = await scratchFolder()
  await openAndClose(folder)
  const file = join(folder, 'sealpost.db')
  const database = new Sqlite(file)
  database.prepare('insert into kysely_migration values (?, ?)').run('9999-later', '2030-01-01T00:00:00.000Z')
  database.close()
  const before = rowsByTable(folder)
  await expect(openAndClose(folder)).rejects.toThrow(
    new ConfigError([
      'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
    ]),
  )
  expect(rowsByTable(folder)).toEqual(before)
  expect(copiesIn(folder)).toEqual([])
})

it('takes away what a start has left that was killed while it copied', async () => {
  const folder = await scratchFolder()
  const [old, fresh] = ['before-0123456789abcdef.tmp', 'before-fedcba9876543210.tmp']
  for (const name of [old, `${old}-journal`, fresh]) writeFileSync(join(folder, name), 'x')
  const then = Date.now() / 1000 - 2 * 3600
  for (const name of [old, `${old}-journal`]) utimesSync(join(folder, name), then, then)
  await openAndClose(folder)
  expect(copiesIn(folder)).toEqual([fresh])
})
