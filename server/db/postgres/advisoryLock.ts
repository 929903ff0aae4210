import { setTimeout as delay } from 'node:timers/promises'
import { type ClientBase, Client } from 'pg'
import { UnavailableError } from '../../config/config.ts'

/**
 * [Note: Who uses a database]
 * Every connection of a server, and of the command line, holds a shared advisory lock of its database. A process that
 * needs exclusive access holds the same lock exclusively. Either lock ends with its connection. So nobody gets exclusive
 * access while a server runs, and a server that starts or reconnects during exclusive access gets no connection.
 */
const usageLockKey = 0x5365616c706f7375n

/** Time in which the connections of a killed process disappear. */
const waitMs = 5000
const retryMs = 100

/** @throws DatabaseMovingError if another process has exclusive access */
export async function takeSharedLock(client: ClientBase): Promise<void> {
  if (!(await tryLock(client, 'pg_try_advisory_lock_shared'))) throw new DatabaseMovingError()
}

/**
 * Takes exclusive access to the database at `url` until it is released.
 * @param onLost called if the connection that holds the lock breaks
 * @throws UnavailableError if others use it; errors of PostgreSQL and the network
 */
export async function takeExclusiveLock(url: string, onLost: () => void) {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'sealpost move' })
  client.on('error', onLost)
  await client.connect()
  try {
    const deadline = Date.now() + waitMs
    while (!(await tryLock(client, 'pg_try_advisory_lock'))) {
      if (Date.now() >= deadline)
        throw new UnavailableError([
          'The PostgreSQL database is in use by a server, another command or another move. Stop all servers first.',
        ])
      await delay(retryMs)
    }
  } catch (error) {
    await client.end()
    throw error
  }
  return { release: () => client.end() }
}

async function tryLock(client: ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select ${lock}(${usageLockKey}) as got`)
  return rows[0]?.got === true
}

/** Thrown while a move has exclusive access. Its code marks the error as temporary. */
class DatabaseMovingError extends Error {
  readonly code = '55P03'
  constructor() {
    super('the database is being moved')
  }
}
