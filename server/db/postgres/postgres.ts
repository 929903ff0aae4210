import { Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientBase, Pool, type PoolConfig, types } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { countersIn, countersTable } from '../counters.ts'
import type { Database } from '../database.ts'
import { postgres } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { keepAlone, takeShare } from './useLock.ts'

/** Connections of one server. PostgreSQL takes 100 from all of them where nobody has set it to more. */
export const connections = 20
/** So long a request waits for a connection, before it is told to try again. */
export const connectMs = 10_000
/** A statement that takes longer has met a lock that nobody lets go of. */
export const statementMs = 60_000
/** So long an answer is waited for: a database that is gone without a word gives none. */
export const answerMs = 75_000
const keepAliveMs = 10_000
/** 'Sealpost' in ASCII: which of an application's locks is ours. */
const sweepLock = 0x5365616c706f7374n

/**
 * The database at `url` (postgres://…), which any number of servers have in common. Creates its tables, or migrates
 * them.
 * @param isAlone nobody else uses it meanwhile
 * @throws ConfigError where a newer program has been here, or none but an early build, or others keep it from being alone; errors of PostgreSQL and
 *   the network
 */
export async function openPostgres(url: string, isAlone = false): Promise<Database> {
  const pool = new Pool({ ...poolConfig, ...(isAlone ? patient : sharing), connectionString: url })
  // Whoever has lost it must not go on.
  const alone = isAlone ? await keepAlone(url, () => void pool.end()) : undefined
  // Whoever uses a connection that breaks is told by its statement; else the next one is made anew.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await alone?.release()
    if (!pool.ending) await db.destroy()
  }
  const migrated = await migrate(db, migrations(postgres)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const table = new RateLimiterPostgres({ ...countersTable, storeClient: pool, storeType: 'pool' })
  return {
    db,
    counters: countersIn(table),
    keepsAssets: true,
    dialect: postgres,
    migrated,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    copy: undefined,
    // What is deleted here is PostgreSQL's to overwrite.
    compact: () => Promise.resolve(),
    forgetDeleted: () => Promise.resolve(true),
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
          // Servers that asked at the same moment would wait for each other's commit.
          throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
    },
    alone: (work) =>
      // The lock is the connection's: it ends with this process, however that ends.
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{
          got: boolean
        }>`select pg_try_advisory_lock(${sweepLock}) as got`.execute(connection)
        if (rows[0]?.got !== true) return false
        try {
          await work()
        } finally {
          await sql`select pg_advisory_unlock(${sweepLock})`.execute(connection)
        }
        return true
      }),
    close,
  }
}

class Undone extends Error {}

/** Sizes and counts are numbers here: below 2^53 all of them, which the contract's limits see to. */
function numberOf(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds a number that is too large.')
  return value
}

/** Each connection says that the database is in use. */
const sharing: PoolConfig = {
  statement_timeout: statementMs,
  query_timeout: answerMs,
  idle_in_transaction_session_timeout: statementMs,
  verify: (client: ClientBase, done) => void takeShare(client).then(() => done(), done),
}

/** A move is one transaction, of whatever size. */
const patient: PoolConfig = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

const poolConfig: PoolConfig = {
  max: connections,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  // Whatever the database's own default is: what is held, and in which order, is thought for this one.
  options: '-c default_transaction_isolation=read\\ committed',
  application_name: 'sealpost',
  types: {
    getTypeParser: (type, format) => {
      if (type === types.builtins.INT8 || type === types.builtins.NUMERIC) return numberOf
      return types.getTypeParser(type, format) as (text: string) => unknown
    },
  },
}
