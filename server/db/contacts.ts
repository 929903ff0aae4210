import type { ContactsTable, Db } from './schema.ts'

type Contacts = Omit<ContactsTable, 'user_id'>

export function findContacts(db: Db, userId: number): Promise<Contacts | undefined> {
  return db.selectFrom('contacts').select(['n', 'sealed']).where('user_id', '=', userId).executeTakeFirst()
}

/**
 * In place of those that are one older, or as the first. False where others are kept, unless they are these: an answer
 * may have been lost.
 */
export async function putContacts(db: Db, userId: number, { n, sealed }: Contacts): Promise<boolean> {
  const result =
    n === 1
      ? await db
          .insertInto('contacts')
          .values({ user_id: userId, n, sealed })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await db
          .updateTable('contacts')
          .set({ n, sealed })
          .where('user_id', '=', userId)
          .where('n', '=', n - 1)
          .executeTakeFirst()
  const changed = 'numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows
  if (changed === 1n) return true
  const kept = await findContacts(db, userId)
  return kept?.n === n && kept.sealed === sealed
}
