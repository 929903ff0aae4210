import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../../server/db/database.ts'
import { scratchFolder } from '../scratch.ts'

it('lets a transaction that has read go on to write, whatever another process wants to write', async () => {
  const file = join(await scratchFolder(), 'sealpost.db')
  const db = await openSqlite(file)
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
