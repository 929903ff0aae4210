import Sqlite from 'better-sqlite3'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../../server/db/sqlite/sqlite.ts'
import { sqlite } from '../../../server/db/dialect.ts'
import { migrations } from '../../../server/db/migrations/all.ts'
import { tokenHash } from '../../../server/security/tokens.ts'
import { scratchFolder } from '../scratch.ts'
import { startTestServer } from '../testServer.ts'
import { contentOf, keptDatabases, restore, schemaOf } from './keptDatabases.ts'

/** A data folder with a database as the program of then left it; without `sql` an empty one. */
async function dataFolder(sql?: string): Promise<string> {
  const folder = await scratchFolder()
  if (sql !== undefined) restore(sql, join(folder, 'sealpost.db'))
  return folder
}

/** Given up on purpose, and wanted to be gone. */
const dropped = ['wrapped_link_key', 'password_attempts', 'last_attempt_at', 'owner_id']

/** Of a table, columns that have another name now. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  staged: { created_at: 'renewed_at' },
}

/** What was there and must still be; the list of applied migrations grows. */
function rowsOf(folder: string, sql?: string) {
  if (sql === undefined) return {}
  const tables = Object.entries(contentOf(folder)).filter(([table]) => table !== 'kysely_migration')
  const kept = (table: string) => (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !dropped.includes(column))
        .map(([column, value]) => [renamed[table]?.[column] ?? column, value]),
    )
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.map(kept(table))]))
}

/** Opens the database, as each process does at its start, and closes it again. */
async function open(folder: string): Promise<void> {
  await (await openSqlite(join(folder, 'sealpost.db'))).destroy()
}

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

const starts = [{ name: 'nothing', sql: undefined }, ...keptDatabases()]
const names = Object.keys(migrations(sqlite)).sort()

it('has a kept database of every schema before the present one', () => {
  expect(keptDatabases().map(({ name }) => name)).toEqual(expect.arrayContaining(names.slice(0, -1)))
})

describe.each(starts)('from $name', ({ sql }) => {
  it('keeps every row, and comes to the schema that a new database has', async () => {
    const [folder, fresh] = [await dataFolder(sql), await dataFolder()]
    const before = rowsOf(folder, sql)
    await open(folder)
    await open(fresh)
    expect(schemaOf(folder)).toEqual(schemaOf(fresh))
    expect(contentOf(folder)).toMatchObject(before)
    const database = new Sqlite(join(folder, 'sealpost.db'))
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(database.pragma('foreign_key_check')).toEqual([])
    database.close()
  })

  it('goes on at the next start, whatever statement it is killed at', async () => {
    const [folder, left] = [await dataFolder(sql), await scratchFolder()]
    const before = rowsOf(folder, sql)
    const killed: string[] = []
    const copy = () => {
      const to = join(left, String(killed.length))
      mkdirSync(to)
      // What a process leaves that ends here: the files, and nothing of its memory.
      for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(to, name))
      killed.push(to)
    }
    const stop = watchStatements(copy)
    await open(folder)
    stop()
    copy()
    expect(killed.length).toBeGreaterThan(5)
    for (const [statement, files] of killed.entries()) {
      await expect(open(files), `killed at statement ${statement}`).resolves.toBeUndefined()
      expect(schemaOf(files)).toEqual(schemaOf(folder))
      expect(contentOf(files)).toMatchObject(before)
    }
  })

  it('leaves the database as it was when a statement fails, and goes on at the next start', async () => {
    const folder = await dataFolder(sql)
    const before = rowsOf(folder, sql)
    const applied = sql === undefined ? 0 : contentOf(folder).kysely_migration?.length
    for (let failing = 1; ; failing++) {
      let statements = 0
      const stop = watchStatements(() => {
        statements += 1
        if (statements === failing) throw new Error('the disk is full')
      })
      const opened = await open(folder).then(
        () => true,
        () => false,
      )
      stop()
      if (opened) break
      expect(statements, 'no start is blocked by the failures before').toBeGreaterThanOrEqual(failing)
      const { user, kysely_migration } = contentOf(folder)
      expect(kysely_migration?.length ?? 0, `failed at statement ${failing}`).toBe(applied)
      expect(user?.length).toBe(before.user?.length)
    }
    expect(contentOf(folder)).toMatchObject(before)
  })
})

it.each(keptDatabases())(
  'remembers every link token of $name: none is given to another link',
  async ({ sql }) => {
    const folder = await dataFolder(sql)
    await open(folder)
    const { download_link = [], used_link_token = [] } = contentOf(folder)
    const hashes = download_link.map(({ link_token }) => tokenHash(String(link_token)))
    expect(used_link_token.map(({ token_hash }) => token_hash).sort()).toEqual(hashes.sort())
  },
)

const withOwners = keptDatabases().filter(({ sql }) => sql.includes('"owner_id"'))
it.each(withOwners)('knows whose each folder and each link of $name is', async ({ sql }) => {
  const [before, folder] = [await dataFolder(sql), await dataFolder(sql)]
  const ownerOf = new Map(contentOf(before).folder?.map(({ id, owner_id }) => [id, owner_id]))
  await open(folder)
  const { folder_member = [], download_link = [] } = contentOf(folder)
  expect(folder_member.map(({ folder_id, user_id, role }) => [folder_id, user_id, role])).toEqual(
    [...ownerOf].map(([id, owner]) => [id, owner, 'owner']),
  )
  expect(download_link.map(({ creator_id }) => creator_id)).toEqual(
    download_link.map(({ folder_id }) => ownerOf.get(folder_id)),
  )
})

describe.each(keptDatabases())('a server on a database of $name', ({ sql }) => {
  it('knows who and what was there', async () => {
    const dataDir = await dataFolder(sql)
    const { newBrowser } = await startTestServer({ dataDir })
    const admin = await newBrowser().signIn('admin')
    const folders = (await admin.get('/api/folders/')).json<{ id: number; title: string }[]>()
    const [tax] = folders.filter(({ title }) => title === 'Tax')
    const files = (await admin.get(`/api/folders/${tax?.id}/files`)).json<{ original_filename: string }[]>()
    expect(files.map((file) => file.original_filename)).toEqual(['a.txt', 'b.txt'])
  })
})
