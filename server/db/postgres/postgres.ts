import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { countersIn, countersTable } from '../counters.ts'
import type { Database } from '../database.ts'
import { postgres } from '../dialect.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../schema.ts'

/** Connections of one server. PostgreSQL takes 100 from all of them where nobody has set it to more. */
const connections = 20
/** So long a request waits for a connection, before it is told to try again. */
const connectMs = 10_000
/** A statement that takes longer has met a lock that nobody lets go of. */
const statementMs = 60_000
/** 'Sealpost' in ASCII: which of an application's locks is ours. */
const sweepLock = 0x5365616c706f7374n

/**
 * The database at `url` (postgres://…), which any number of servers have in common. Creates its tables, or migrates
 * them.
 * @throws ConfigError where a newer program has been here; errors of PostgreSQL and the network
 */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ ...poolConfig, connectionString: url })
  // Whoever uses a connection that breaks is told by its statement; else the next one is made anew.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, postgres)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const table = new RateLimiterPostgres({ ...countersTable, storeClient: pool, storeType: 'pool' })
  return {
    db,
    counters: countersIn(table),
    keepsAssets: true,
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
    close: () => db.destroy(),
  }
}

class Undone extends Error {}

/** Sizes and counts are numbers here: below 2^53 all of them, which the contract's limits see to. */
function numberOf(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds a number that is too large.')
  return value
}

const poolConfig: PoolConfig = {
  max: connections,
  connectionTimeoutMillis: connectMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: statementMs,
  keepAlive: true,
  application_name: 'sealpost',
  types: {
    getTypeParser: (type, format) => {
      if (type === types.builtins.INT8 || type === types.builtins.NUMERIC) return numberOf
      return types.getTypeParser(type, format) as (text: string) => unknown
    },
  },
}
