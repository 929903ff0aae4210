import { executeAndCount, executeHasChanged } from '../rowCounts.ts'
import type { Db, SessionRow } from '../schema.ts'
import { findActiveUser } from './users.ts'

/**
 * Inserts a session. Of more than `maxSessions` of the user, those seen longest ago are deleted. Run it in the
 * transaction that holds the user.
 */
export async function insertSession(db: Db, session: SessionRow, maxSessions: number): Promise<void> {
  const { user_id, token_hash } = session
  const others = db
    .selectFrom('session')
    .select('token_hash')
    .where('user_id', '=', user_id)
    .where('token_hash', '!=', token_hash)
  await db.insertInto('session').values(session).execute()
  await db
    .deleteFrom('session')
    .where(
      'token_hash',
      'in',
      others
        .orderBy('last_seen_at', 'desc')
        .limit(maxSessions + 1)
        .offset(maxSessions - 1),
    )
    .execute()
}

/** A session of an active user; the caller checks whether it has expired. */
export async function findSession(db: Db, tokenHash: string) {
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (session === undefined) return undefined
  const user = await findActiveUser(db, session.user_id)
  return user && { session, user }
}

export async function touchSession(db: Db, tokenHash: string, now: string): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Deletes a session. False if there was none. */
export const deleteSession = (db: Db, tokenHash: string): Promise<boolean> =>
  executeHasChanged(db.deleteFrom('session').where('token_hash', '=', tokenHash))

/** @returns number of deleted sessions */
export const deleteSessionsOfUser = (db: Db, userId: number): Promise<number> =>
  executeAndCount(db.deleteFrom('session').where('user_id', '=', userId))
