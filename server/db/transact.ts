import type { Kysely, Transaction } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { isRepeatable } from './failures.ts'
import type { Tables } from './schema.ts'

const mostTries = 5
const pauseMs = 20

/**
 * Does `work` in one transaction, again where PostgreSQL ended it for the sake of another (SQLite never does): what it
 * changes outside of the database must bear to be done anew.
 *
 * [Note: Order of locks] Whoever holds several rows takes them in one order, so that nobody waits for who waits for
 * them: a user, folders by id, then uploads, files and links; the quota of an account last.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isRepeatable(error) || tries === mostTries) throw error
      await delay(Math.random() * pauseMs * 2 ** tries)
    }
  }
}

/** What all statements of `work`, which only reads, see is of one moment. */
export const snapshot = <T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work)
