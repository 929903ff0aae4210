import type { Kysely, Transaction } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { isTransactionConflict } from './errors.ts'
import type { Tables } from './schema.ts'

const maxTries = 5
const pauseMs = 20

/**
 * Runs `work` in a transaction, and repeats it if PostgreSQL aborted it because of a concurrent one (SQLite never does).
 * Side effects of `work` outside the database must therefore be repeatable.
 *
 * [Note: Order of locks] Rows are always locked in the same order, to avoid deadlocks: user; folders by id; uploads,
 * files and links; quota of an account.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isTransactionConflict(error) || tries === maxTries) throw error
      await delay(Math.random() * pauseMs * 2 ** tries)
    }
  }
}

/** Runs `work`, which only reads, on a consistent snapshot. */
export const transactReadOnly = <T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').execute(work)
