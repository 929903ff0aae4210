import Sqlite from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqlite } from '../../../server/db/dialect.ts'
import { type Migrations, migrations } from '../../../server/db/migrations/all.ts'
import { preBaselineSteps, baselineStep } from '../../../server/db/migrations/preBaselineSteps.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { startTestServer } from '../testServer.ts'
import { folderTotals } from '../totals.ts'
import { rowsByTable, keptDatabases, restoreDatabase, schemaOf } from './keptDatabases.ts'
import { withNextMigration } from './nextMigration.ts'

const programMigrations = migrations(sqlite)

/** Opens the database, as each process does at its start, and closes it again. */
async function migrateFolder(folder: string, steps: Migrations): Promise<void> {
  await (await openSqliteKysely(join(folder, 'sealpost.db'), steps)).destroy()
}

/** A data folder with a database as the program of then left it. */
async function restoreToFolder(sql: string): Promise<string> {
  const folder = await scratchFolder()
  restoreDatabase(sql, join(folder, 'sealpost.db'))
  return folder
}

/** What was there and must still be; the list of applied migrations grows. */
const rowsBesidesMigrations = (folder: string) =>
  Object.fromEntries(Object.entries(rowsByTable(folder)).filter(([table]) => table !== 'kysely_migration'))

/** A hash of the files whose names begin so, without the index of the log: a start makes that anew from the log itself. */
function hashOfFiles(folder: string, beginning = ''): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort())
    if (name.startsWith(beginning) && !name.endsWith('-shm'))
      hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

const listMigrations = (folder: string) => rowsByTable(folder).kysely_migration?.map(({ name }) => name)

/** Calls `before` ahead of every statement that any connection runs, until the test ends. */
function watchStatements(before: () => void): () => void {
  const prototype = Sqlite.prototype as { prepare: Sqlite.Database['prepare'] }
  const { prepare } = prototype
  const stop = () => void (prototype.prepare = prepare)
  onTestFinished(stop)
  prototype.prepare = function (this: Sqlite.Database, source: string) {
    before()
    return prepare.call(this, source)
  } as typeof prepare
  return stop
}

const savedDatabases = keptDatabases()
const migrationStarts = [
  { name: 'nothing to the program', before: () => scratchFolder(), steps: programMigrations, isRare: true },
  ...savedDatabases.flatMap(({ name, sql }, n) => [
    {
      name: `${name} to the program`,
      before: () => restoreToFolder(sql),
      steps: programMigrations,
      isRare: n < savedDatabases.length - 1,
    },
    {
      name: `${name} to the program after this one`,
      before: () => restoreToFolder(sql),
      steps: withNextMigration(sqlite),
      isRare: true,
    },
  ]),
  {
    name: 'the program to the one after it',
    async before() {
      const folder = await restoreToFolder(savedDatabases.at(-1)?.sql ?? '')
      await migrateFolder(folder, programMigrations)
      return folder
    },
    steps: withNextMigration(sqlite),
    isRare: false,
  },
]

it('has a kept database of every schema before the present one', () => {
  const earlier = Object.keys(programMigrations).sort().slice(0, -1)
  // The last of the former steps left the schema of the baseline.
  const wanted = earlier.map((name) => (name === baselineStep ? preBaselineSteps.at(-1) : name))
  expect(savedDatabases.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted))
})

describe.each(migrationStarts)('from $name', ({ before, steps, isRare }) => {
  // From older schemas, or from nothing, it is the same steps, and more of them.
  const tags = isRare ? ['thorough'] : []

  it('keeps every row, and comes to the schema that a new database has', async () => {
    const [folder, fresh] = [await before(), await scratchFolder()]
    const rows = rowsBesidesMigrations(folder)
    await migrateFolder(folder, steps)
    await migrateFolder(fresh, steps)
    expect(schemaOf(folder)).toEqual(schemaOf(fresh))
    expect(rowsByTable(folder)).toMatchObject(rows)
    expect(listMigrations(folder)).toEqual(Object.keys(steps).sort())
    const database = new Sqlite(join(folder, 'sealpost.db'))
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(database.pragma('foreign_key_check')).toEqual([])
    database.close()
  })

  it('goes on at the next start, whatever statement it is killed at', { tags }, async () => {
    const [folder, left] = [await before(), await scratchFolder()]
    const killed: string[] = []
    let statements = 0
    let former = ''
    const copy = () => {
      statements += 1
      // Statements that have changed no file leave the next start what the one before them has left.
      const files = hashOfFiles(folder)
      if (files === former) return
      former = files
      const to = join(left, String(statements))
      mkdirSync(to)
      // What a process leaves that ends here: the files, and nothing of its memory.
      for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(to, name))
      killed.push(to)
    }
    const stop = watchStatements(copy)
    await migrateFolder(folder, steps)
    stop()
    copy()
    expect(statements).toBeGreaterThan(5)
    expect(killed.length).toBeGreaterThan(2)
    const [schema, content] = [schemaOf(folder), rowsBesidesMigrations(folder)]
    for (const files of killed) {
      await expect(
        migrateFolder(files, steps),
        `killed at statement ${basename(files)}`,
      ).resolves.toBeUndefined()
      expect(schemaOf(files)).toEqual(schema)
      expect(rowsBesidesMigrations(files)).toEqual(content)
      expect(listMigrations(files)).toEqual(Object.keys(steps).sort())
    }
  })

  it(
    'leaves the database as it was when a statement fails, and goes on at the next start',
    { tags },
    async () => {
      const folder = await before()
      const rows = rowsBesidesMigrations(folder)
      const lists = [listMigrations(folder) ?? [], [baselineStep]]
      let former = ''
      for (let failing = 1; ; failing++) {
        let statements = 0
        const stop = watchStatements(() => {
          statements += 1
          if (statements === failing) throw new Error('the disk is full')
        })
        const opened = await migrateFolder(folder, steps).then(
          () => true,
          () => false,
        )
        stop()
        if (opened) break
        expect(statements, 'no start is blocked by the failures before').toBeGreaterThanOrEqual(failing)
        // What has stayed the same to the byte need not be read again.
        const files = hashOfFiles(folder, 'sealpost.db')
        if (files === former) continue
        former = files
        // The tables of the steps before the baseline are its tables: under its name they are as they were.
        expect(
          rows.user === undefined ? lists.slice(0, 1) : lists,
          `failed at statement ${failing}`,
        ).toContainEqual(listMigrations(folder) ?? [])
        if (rows.user !== undefined) expect(rowsBesidesMigrations(folder)).toEqual(rows)
      }
      expect(rowsByTable(folder)).toMatchObject(rows)
      expect(listMigrations(folder)).toEqual(Object.keys(steps).sort())
    },
  )
})

describe.each(savedDatabases)('a server on a database of $name', ({ sql }) => {
  it('knows who and what was there, and what its folders take', async () => {
    const server = await startTestServer({ dataDir: await restoreToFolder(sql) })
    const admin = await server.newBrowser().signIn('admin')
    const folders = (await admin.get('/api/folders/')).json<{ id: number; title: string }[]>()
    const [tax] = folders.filter(({ title }) => title === 'Tax')
    const files = (await admin.get(`/api/folders/${tax?.id}/files`)).json<{ original_filename: string }[]>()
    expect(files.map((file) => file.original_filename)).toEqual(['a.txt', 'b.txt'])
    const { running, added } = await folderTotals(server)
    expect(running).toEqual(added)
    expect(added.some(([, bytes = 0]) => bytes > 0)).toBe(true)
  })
})
