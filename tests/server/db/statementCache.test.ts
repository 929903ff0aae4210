import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import {
  maxKeptSqlLength,
  maxKeptStatements,
  StatementCache,
} from '../../../server/db/sqlite/statementCache.ts'

function openCache() {
  const database = new Sqlite(':memory:')
  const cache = new StatementCache(database)
  onTestFinished(() => cache.close())
  return cache
}

it('prepares a statement once, however often it is asked for', () => {
  const cache = openCache()
  const statement = cache.prepare('select ? as x')
  expect(cache.prepare('select ? as x')).toBe(statement)
  expect([statement.all([1]), statement.all([2])]).toEqual([[{ x: 1 }], [{ x: 2 }]])
})

it('keeps what is used, and a bounded number of others', () => {
  const cache = openCache()
  const used = cache.prepare('select 1')
  for (let n = 0; n < 3 * maxKeptStatements; n++) {
    cache.prepare(`select 1 in (${Array.from({ length: n % 300 }, () => '?').join()}), ${n}`)
    expect(cache.prepare('select 1')).toBe(used)
    expect(cache.size).toBeLessThanOrEqual(maxKeptStatements)
  }
  expect(cache.size).toBe(maxKeptStatements)
})

it('keeps no long statements, and none that may change the schema or the connection', () => {
  const cache = openCache()
  cache.prepare('select 1')
  cache.prepare(`select '${'x'.repeat(maxKeptSqlLength)}'`)
  expect(cache.size).toBe(1)
  cache.prepare('pragma busy_timeout = 0')
  expect(cache.size).toBe(0)
})

it('answers with the columns that a table has now', () => {
  const cache = openCache()
  cache.prepare('create table t (a)').run([])
  cache.prepare('insert into t values (1)').run([])
  const selectAll = () => cache.prepare('select * from t').all([])
  expect(selectAll()).toEqual([{ a: 1 }])
  cache.prepare('alter table t add column b default 2').run([])
  expect(selectAll()).toEqual([{ a: 1, b: 2 }])
})
