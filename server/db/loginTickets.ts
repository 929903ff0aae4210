import type { Db, LoginTicketRow, UserRow } from './schema.ts'

/** False when the user has been disabled, or has another password, since `user` was read. */
export async function insertLoginTicket(
  db: Db,
  user: Pick<UserRow, 'id' | 'verifier_hash'>,
  ticket: Pick<LoginTicketRow, 'token_hash' | 'created_at'>,
): Promise<boolean> {
  const result = await db
    .insertInto('login_ticket')
    .columns(['token_hash', 'user_id', 'created_at'])
    .expression((e) =>
      e
        .selectFrom('user')
        .select((u) => [
          u.val(ticket.token_hash).as('token_hash'),
          'id',
          u.val(ticket.created_at).as('created_at'),
        ])
        .where('id', '=', user.id)
        .where('verifier_hash', '=', user.verifier_hash)
        .where('is_active', '=', 1),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Undefined when there is no such ticket from after `issuedAfter`. */
export function findLoginTicket(
  db: Db,
  tokenHash: string,
  issuedAfter: string,
): Promise<LoginTicketRow | undefined> {
  return db
    .selectFrom('login_ticket')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', issuedAfter)
    .executeTakeFirst()
}

/**
 * Counts a try before the code is looked at, so that parallel tries cannot exceed the limit. Undefined when there is
 * no such ticket from after `issuedAfter`.
 */
export function countTry(
  db: Db,
  tokenHash: string,
  issuedAfter: string,
): Promise<LoginTicketRow | undefined> {
  return db
    .updateTable('login_ticket')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', issuedAfter)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteLoginTicket(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('login_ticket').where('token_hash', '=', tokenHash).execute()
}

export async function deleteLoginTicketsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('login_ticket').where('user_id', '=', userId).execute()
}

/** Forgets tickets that were issued up to this time. */
export async function deleteExpiredLoginTickets(db: Db, issuedBy: string): Promise<number> {
  const result = await db.deleteFrom('login_ticket').where('created_at', '<=', issuedBy).executeTakeFirst()
  return Number(result.numDeletedRows)
}
