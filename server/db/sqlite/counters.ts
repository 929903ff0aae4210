import type Sqlite from 'better-sqlite3'
import { setTimeout as delay } from 'node:timers/promises'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { type Counters, createCounters, counterTableOptions } from '../counters.ts'
import { errorCode } from '../../../contract/systemErrors.ts'
import { openConnection } from './connection.ts'

/** Upper bound for the duration of a transaction of another connection. */
export const busyMs = 5000

/**
 * Counters in the database `file`, which must have been opened and migrated.
 *
 * They have a connection of their own for two reasons. Its commits are not synced: counting costs no disk access, and a
 * power cut loses only a few counts. And a count must neither become part of a transaction that is open on the main
 * connection nor block the thread that this transaction needs to continue. So SQLite never waits here; the caller does.
 */
export function openCounters(file: string): Counters & { close: () => void } {
  const storeClient = openConnection(file, { timeout: 0, fileMustExist: true })
  storeClient.pragma('synchronous = NORMAL')
  const table = new RateLimiterSQLite({
    ...{
      ...counterTableOptions,
      storeClient: cacheCounterStatements(storeClient),
      storeType: 'better-sqlite3',
    },
  })
  return { ...createCounters(table, retryWhileBusy), close: () => void storeClient.close() }
}

/** The part of a prepared statement that the package uses. */
type CounterStatement = Pick<Sqlite.Statement, 'get' | 'run'>

/**
 * The part of a connection that the package uses. The package prepares its few statements for each call, and runs a
 * single upsert in a transaction. Both take longer than the statement, so statements are cached and no transaction is
 * begun.
 */
function cacheCounterStatements(connection: Sqlite.Database) {
  const statements = new Map<string, CounterStatement>()
  return {
    prepare(sql: string): CounterStatement {
      const statement = statements.get(sql) ?? prepareCounter(connection, sql)
      statements.set(sql, statement)
      return statement
    },
    transaction: <T>(work: () => T) => work,
  }
}

/** Prepares a statement whose `get` reads all rows: `get` of the driver would not report a failed commit. */
function prepareCounter(connection: Sqlite.Database, sql: string): CounterStatement {
  const statement = connection.prepare(sql)
  return {
    get: (...parameters) => statement.all(...parameters)[0],
    run: (...parameters) => statement.run(...parameters),
  }
}

async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + busyMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!errorCode(error).startsWith('SQLITE_BUSY') || performance.now() > deadline) throw error
      await delay(1)
    }
  }
}
