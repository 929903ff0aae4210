import { setTimeout as delay } from 'node:timers/promises'
import { type ClientBase, Client } from 'pg'
import { ConfigError } from '../../config.ts'

/**
 * [Note: Who uses a database]
 * Every connection of a server, and of the command line, holds a share of one advisory lock of its database; a process
 * that needs exclusive access holds all of it. Both end with the connection in any case. So nobody has exclusive access
 * while a server runs, and meanwhile a server that starts or reconnects gets no connection.
 */
const useLock = 0x5365616c706f7375n

/** Time in which the connections of a killed process disappear. */
const goneMs = 5000
const tryMs = 100

export async function takeShare(client: ClientBase): Promise<void> {
  if (!(await got(client, 'pg_try_advisory_lock_shared'))) throw new DatabaseMoving()
}

/**
 * Takes exclusive access to the database at `url` until it is released.
 * @param lost called if the connection that holds the lock breaks
 * @throws ConfigError if others use it
 */
export async function keepAlone(url: string, lost: () => void): Promise<{ release: () => Promise<void> }> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'sealpost move' })
  client.on('error', lost)
  await client.connect()
  const end = Date.now() + goneMs
  while (!(await got(client, 'pg_try_advisory_lock'))) {
    if (Date.now() < end) {
      await delay(tryMs)
      continue
    }
    await client.end()
    throw new ConfigError([
      'The PostgreSQL database is in use by a server, another command or another move. Stop all servers first.',
    ])
  }
  return { release: () => client.end() }
}

async function got(client: ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select ${lock}(${useLock}) as got`)
  return rows[0]?.got === true
}

/** Thrown while a move has exclusive access. Its code marks the error as temporary. */
class DatabaseMoving extends Error {
  readonly code = '55P03'
  constructor() {
    super('the database is being moved')
  }
}
