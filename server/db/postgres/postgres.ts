import { Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientBase, Pool, type PoolConfig, types } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createCounters, counterTableOptions } from '../counters.ts'
import type { Database } from '../database.ts'
import { postgres } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { takeExclusiveLock, takeSharedLock } from './advisoryLock.ts'

/** Maximum number of connections of a server. PostgreSQL accepts 100 in all by default. */
export const maxConnections = 20
/** Maximum time that a request waits for a connection before it gets a 503. */
export const connectTimeoutMs = 10_000
/** Timeout of a statement: one that takes longer waits for a lock that is never released. */
export const statementTimeoutMs = 60_000
/** Timeout for a response, as a database may disappear without closing its connections. */
export const responseTimeoutMs = 75_000
const keepAliveMs = 10_000
/** Key of the advisory lock: 'Sealpost' in ASCII. */
const sweepLockKey = 0x5365616c706f7374n

/**
 * Opens the database at `url` (postgres://…), which any number of servers can share; creates or migrates its tables.
 * @param isExclusive true to keep all others from it meanwhile
 * @throws ConfigError if the database is of a newer version or of an early build, or if others use it though `isAlone`
 * is set; errors of PostgreSQL and the network
 */
export async function openPostgres(url: string, isExclusive = false): Promise<Database> {
  const pool = createPool(url, isExclusive ? noTimeouts : { ...serverTimeouts, verify: verifyConnection })
  // Once the lock is lost, nothing may be written any more.
  const exclusiveLock = isExclusive ? await takeExclusiveLock(url, () => void pool.end()) : undefined
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await exclusiveLock?.release()
    if (!pool.ending) await db.destroy()
  }
  const migrating = isExclusive ? migrate(db, migrations(postgres)) : migrateWithoutTimeouts(url)
  const appliedMigrations = await migrating.catch(async (error: unknown) => {
    await close()
    throw error
  })
  const table = new RateLimiterPostgres({ ...counterTableOptions, storeClient: pool, storeType: 'pool' })
  return {
    db,
    counters: createCounters(table),
    dialect: postgres,
    appliedMigrations,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrationCopyPath: undefined,
    removeOldCopies: () => Promise.resolve(0),
    // PostgreSQL overwrites deleted rows by itself.
    compact: () => Promise.resolve(),
    eraseDeletedRows: () => Promise.resolve(true),
    rewriteAtNextStart: () => Promise.resolve(),
    async checkWrites(now) {
      const row = { name: 'ready_at', value: now }
      await db
        .transaction()
        .execute(async (trx) => {
          await trx
            .insertInto('setting')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          // Rolled back, as servers that check at the same time would wait for each other's commit.
          throw new Rollback()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Rollback)) throw error
        })
    },
    runExclusively: (work) =>
      // The lock belongs to the connection, so it ends with the process in any case.
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{
          got: boolean
        }>`select pg_try_advisory_lock(${sweepLockKey}) as got`.execute(connection)
        if (rows[0]?.got !== true) return false
        try {
          await work()
        } finally {
          await sql`select pg_advisory_unlock(${sweepLockKey})`.execute(connection)
        }
        return true
      }),
    close,
  }
}

/** Migrates on a connection of its own without timeouts: the time of a step grows with the tables. */
async function migrateWithoutTimeouts(url: string): Promise<string[]> {
  const pool = createPool(url, { ...noTimeouts, verify: verifyConnection })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrate(db, migrations(postgres))
  } finally {
    await db.destroy()
  }
}

function createPool(url: string, options: PoolConfig): Pool {
  const pool = new Pool({ ...poolConfig, ...options, connectionString: url })
  // If a connection in use breaks, its statement fails; an idle one is simply replaced.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

class Rollback extends Error {}

/** Parses sizes and counts as numbers: limits of the contract keep them below 2^53. */
function parseNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds a number that is too large.')
  return value
}

/** Each connection holds the lock, shared: see [Note: Who uses a database]. */
const verifyConnection: PoolConfig['verify'] = (client: ClientBase, done) =>
  void takeSharedLock(client).then(() => done(), done)

const serverTimeouts: PoolConfig = {
  statement_timeout: statementTimeoutMs,
  query_timeout: responseTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs,
}

/** Options of a move and of migrations, which are single transactions of any size. */
const noTimeouts: PoolConfig = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

const poolConfig: PoolConfig = {
  max: maxConnections,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  // The order of locks is designed for this isolation level, so the default of the database does not matter.
  options: '-c default_transaction_isolation=read\\ committed',
  application_name: 'sealpost',
  types: {
    getTypeParser: (type, format) => {
      if (type === types.builtins.INT8 || type === types.builtins.NUMERIC) return parseNumber
      return types.getTypeParser(type, format) as (text: string) => unknown
    },
  },
}
