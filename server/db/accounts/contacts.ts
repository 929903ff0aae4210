import { executeHasChanged } from '../rowCounts.ts'
import type { Db, Tables } from '../schema.ts'

type Contacts = Omit<Tables['contacts'], 'user_id'>

export function findContacts(db: Db, userId: number): Promise<Contacts | undefined> {
  return db.selectFrom('contacts').select(['n', 'sealed']).where('user_id', '=', userId).executeTakeFirst()
}

/**
 * Stores contacts with the number `n` if the stored number is `n - 1`, or if `n` is 1 and none are stored. Storing the
 * same again succeeds, as the response to the first request may have been lost. FORMAT.md, 17: 'accepts one whose `n` is
 * one more, and answers the identical repeat'.
 * @returns false if other contacts are stored
 */
export async function putContacts(db: Db, userId: number, { n, sealed }: Contacts): Promise<boolean> {
  const change =
    n === 1
      ? db
          .insertInto('contacts')
          .values({ user_id: userId, n, sealed })
          .onConflict((conflict) => conflict.doNothing())
      : db
          .updateTable('contacts')
          .set({ n, sealed })
          .where('user_id', '=', userId)
          .where('n', '=', n - 1)
  if (await executeHasChanged(change)) return true
  const stored = await findContacts(db, userId)
  return stored?.n === n && stored.sealed === sealed
}
