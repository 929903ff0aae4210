import Sqlite from 'better-sqlite3'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { truncateLog, openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'

it('lets a transaction that has read go on to write, whatever another process wants to write', async () => {
  const file = join(await scratchFolder(), 'sealpost.db')
  const db = await openSqliteKysely(file)
  onTestFinished(() => db.destroy())
  const other = new Sqlite(file, { timeout: 0 })
  onTestFinished(() => void other.close())
  const write = (name: string) => other.prepare('insert into setting values (?, ?)').run(name, 'theirs')

  await db.transaction().execute(async (trx) => {
    expect(await trx.selectFrom('setting').selectAll().execute()).toEqual([])
    expect(() => write('a')).toThrow('database is locked')
    await trx.insertInto('setting').values({ name: 'a', value: 'ours' }).execute()
  })
  write('b')
  expect(await db.selectFrom('setting').selectAll().orderBy('name').execute()).toEqual([
    { name: 'a', value: 'ours' },
    { name: 'b', value: 'theirs' },
  ])
})

it('does not wait for those who read when the log is to be emptied, and empties it once they have', async () => {
  const file = join(await scratchFolder(), 'sealpost.db')
  const db = await openSqliteKysely(file)
  onTestFinished(() => db.destroy())
  const reader = new Sqlite(file, { readonly: true })
  onTestFinished(() => void reader.close())
  const reading = reader.prepare('select name from sqlite_master').iterate()
  reading.next()
  await db.insertInto('setting').values({ name: 'a', value: 'ours' }).execute()
  expect(await truncateLog(db)).toBe(false)
  reading.return?.()
  expect(await truncateLog(db)).toBe(true)
  expect((await stat(`${file}-wal`)).size).toBe(0)
})
