import { setTimeout as delay } from 'node:timers/promises'
import { type ClientBase, Client } from 'pg'
import { UnavailableError } from '../../config/config.ts'

/**
 * [Note: Who uses a database]
 * Every connection of a server, and of the command line, holds an advisory lock of its database, shared; a process that
 * needs exclusive access holds it exclusively. Both end with the connection in any case. So nobody has exclusive access
 * while a server runs, and meanwhile a server that starts or reconnects gets no connection.
 */
const usageLockKey = 0x5365616c706f7375n

/** Time in which the connections of a killed process disappear. */
const waitMs = 5000
const retryMs = 100

export async function takeSharedLock(client: ClientBase): Promise<void> {
  if (!(await tryLock(client, 'pg_try_advisory_lock_shared'))) throw new DatabaseMovingError()
}

/**
 * Takes exclusive access to the database at `url` until it is released.
 * @param lost called if the connection that holds the lock breaks
 * @throws UnavailableError if others use it; errors of PostgreSQL and the network
 */
export async function takeExclusiveLock(url: string, lost: () => void) {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'sealpost move' })
  client.on('error', lost)
  await client.connect()
  try {
    const end = Date.now() + waitMs
    while (!(await tryLock(client, 'pg_try_advisory_lock'))) {
      if (Date.now() >= end)
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
