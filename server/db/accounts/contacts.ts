import { executeHasChanged } from '../rowCounts.ts'
import type { Db, Tables } from '../schema.ts'

type Contacts = Omit<Tables['contacts'], 'user_id'>

export function findContacts(db: Db, userId: number): Promise<Contacts | undefined> {
  return db.selectFrom('contacts').select(['n', 'sealed']).where('user_id', '=', userId).executeTakeFirst()
}

/**
 * Stores contacts with the number `n` if those stored have the number before, or if `n` is 1 and there are none. False
 * if others are stored; storing the same again succeeds, as the response to the first request may have been lost.
 * FORMAT.md, 17: 'accepts one whose `n` is one more, and answers the identical repeat'.
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
  const kept = await findContacts(db, userId)
  return kept?.n === n && kept.sealed === sealed
}
