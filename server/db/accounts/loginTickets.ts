import type { Db, LoginTicketRow } from '../schema.ts'

/** Inserts a ticket. Run it in the transaction that holds the user. */
export async function insertLoginTicket(
  db: Db,
  ticket: Pick<LoginTicketRow, 'token_hash' | 'user_id' | 'created_at'>,
): Promise<void> {
  await db.insertInto('login_ticket').values(ticket).execute()
}

export function findLoginTicket(db: Db, tokenHash: string, issuedAfter: string) {
  return db
    .selectFrom('login_ticket')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', issuedAfter)
    .executeTakeFirst()
}

/** Counts a try before the code is checked. Undefined if no such ticket was issued after `issuedAfter`. */
export function countLoginTicketTry(db: Db, tokenHash: string, issuedAfter: string) {
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
