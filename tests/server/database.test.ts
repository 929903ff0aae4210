import { sql } from 'kysely'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCounters } from '../../server/db/sqlite/counters.ts'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from './scratchFolder.ts'

async function openDatabaseAndCounters() {
  const file = join(await scratchFolder(), 'x.db')
  const db = await openSqliteKysely(file)
  const counters = openCounters(file)
  onTestFinished(async () => {
    counters.close()
    await db.destroy()
  })
  return { db, counters }
}

describe('a transaction', () => {
  it('that reads before it writes is not broken by a writer beside it', async () => {
    const { db, counters } = await openDatabaseAndCounters()
    let counted: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('setting').selectAll().execute()
      counted = counters.add('key', 1, 60)
      await delay(20)
      await trx.insertInto('setting').values({ name: 'a', value: '' }).execute()
    })
    await counted
    expect(await db.selectFrom('setting').select('name').execute()).toEqual([{ name: 'a' }])
    expect(await counters.get('key')).toMatchObject({ points: 1 })
  })

  it('that SQLite has rolled back by itself fails for the reason that it had', async () => {
    const { db } = await openDatabaseAndCounters()
    const failing = db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx)
      throw new Error('database or disk is full')
    })
    await expect(failing).rejects.toThrow('database or disk is full')
    await db.transaction().execute((trx) => trx.selectFrom('setting').selectAll().execute())
  })
})
