import { CompiledQuery } from 'kysely'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accessibleFiles } from '../../../server/db/folders/folderAccess.ts'
import { maxListedValues } from '../../../server/db/sqlite/sharedStatementCompiler.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'

async function openTestDatabase() {
  const db = await openSqliteKysely(join(await scratchFolder(), 'sealpost.db'))
  onTestFinished(() => db.destroy())
  return db
}
const newNames = (count: number) => Array.from({ length: count }, (_, n) => `name "${n}" \\ é`)

describe('a list of values', () => {
  it.each([maxListedValues + 1, 100_000])(
    'of %i is one parameter, and finds what is there',
    async (count) => {
      const db = await openTestDatabase()
      const [first = '', second = ''] = newNames(count).slice(-2)
      for (const name of [first, second, 'another'])
        await db.insertInto('setting').values({ name, value: '' }).execute()
      const query = db.selectFrom('setting').select('name').where('name', 'in', newNames(count))
      expect(query.compile().parameters).toHaveLength(1)
      expect((await query.orderBy('name').execute()).map(({ name }) => name)).toEqual([first, second].sort())
      await db
        .transaction()
        .execute((trx) => trx.deleteFrom('setting').where('name', 'in', newNames(count)).execute())
      expect(await db.selectFrom('setting').select('name').execute()).toEqual([{ name: 'another' }])
    },
  )

  it('of rows is inserted by the statement for one row, and every value is as it was given', async () => {
    const db = await openTestDatabase()
    const texts = ['', 'null', '7', '"', '\\', '\u{1f600}', '{"a":[1]}', '\n', 'é', '\\u0000', '\0']
    const rows = texts.map((value, n) => ({ name: `${n}`, value }))
    const query = db.insertInto('setting').values(rows)
    expect(query.compile().sql).toBe(db.insertInto('setting').values({ name: '', value: '' }).compile().sql)
    expect((await query.executeTakeFirst()).numInsertedOrUpdatedRows).toBe(BigInt(texts.length))
    const all = await db.selectFrom('setting').selectAll().execute()
    expect(new Map(all.map(({ name, value }) => [name, value]))).toEqual(
      new Map(texts.map((value, n) => [`${n}`, value])),
    )
    await query.onConflict((conflict) => conflict.column('name').doNothing()).execute()
    const staged = ['b', 'a', 'c'].map((blob_key) => ({ blob_key, renewed_at: '' }))
    const inserted = await db.insertInto('staged').values(staged).returning('blob_key').execute()
    expect(inserted.map(({ blob_key }) => blob_key)).toEqual(['b', 'a', 'c'])
  })

  it.each([true, false])(
    'of rows is inserted as a whole or not at all; in a transaction: %s',
    async (isInOne) => {
      const db = await openTestDatabase()
      const rows = ['1', '2', '1'].map((name) => ({ name, value: '' }))
      const names = async (on = db) =>
        (await on.selectFrom('setting').select('name').execute()).map(({ name }) => name)
      const insert = (on = db) =>
        expect(on.insertInto('setting').values(rows).execute()).rejects.toThrow('UNIQUE')
      if (isInOne)
        await db.transaction().execute(async (trx) => {
          await trx.insertInto('setting').values({ name: '3', value: '' }).execute()
          await insert(trx)
        })
      else await insert()
      expect(await names()).toEqual(isInOne ? ['3'] : [])
    },
  )

  it('of rows is written out where the statement has other parameters, too', async () => {
    const db = await openTestDatabase()
    const rows = ['1', '2'].map((name) => ({ name, value: 'a' }))
    const query = db
      .insertInto('setting')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'b' }))
    expect(query.compile().parameters).toEqual(['1', 'a', '2', 'a', 'b'])
    await query.execute()
    await query.execute()
    expect(await db.selectFrom('setting').select('value').execute()).toEqual([{ value: 'b' }, { value: 'b' }])
  })

  it('of rows is written out where the statement is none that is run for each row', async () => {
    const db = await openTestDatabase()
    const rows = ['1', '2'].map((name) => ({ name, value: 'a' }))
    const query = db.replaceInto('setting').values(rows)
    expect(query.compile().parameters).toEqual(['1', 'a', '2', 'a'])
    await query.execute()
    await query.execute()
    expect(await db.selectFrom('setting').select('name').execute()).toEqual([{ name: '1' }, { name: '2' }])
  })

  it('is written out where it is short', async () => {
    const query = (await openTestDatabase())
      .selectFrom('setting')
      .select('name')
      .where('name', 'in', newNames(maxListedValues))
    expect(query.compile().parameters).toEqual(newNames(maxListedValues))
  })

  it('of files is looked up by id, not in every folder of the person', async () => {
    const db = await openTestDatabase()
    const ids = Array.from({ length: 1000 }, (_, n) => n)
    const query = accessibleFiles(db, 1).select('file.id').where('file.id', 'in', ids).compile()
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explained)
    const plan = rows.map(({ detail }) => detail).join('\n')
    expect(plan).toContain('SEARCH file USING INTEGER PRIMARY KEY')
    expect(plan).toContain('folder_member_user (user_id=? AND folder_id=?)')
  })
})
