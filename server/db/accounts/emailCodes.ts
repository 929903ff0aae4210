import type { Selectable } from 'kysely'
import type { Db, Tables } from '../schema.ts'

/** Codes of a user as stored (server/security/sentCodes.ts); undefined if there are none. */
export async function findEmailCodes(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.code_hash
}

/** Replaces the codes of a user, and resets the tries. */
export async function setEmailCodes(
  db: Db,
  userId: number,
  code: Pick<Selectable<Tables['email_code']>, 'code_hash' | 'created_at'>,
): Promise<void> {
  const row = { ...code, tries: 0 }
  await db
    .insertInto('email_code')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Uses up a try and returns the codes as stored; undefined if there is no valid one or no try left. */
export async function takeEmailCodeTry(
  db: Db,
  userId: number,
  { createdAfter, maxTries }: { createdAfter: string; maxTries: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('email_code')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('created_at', '>', createdAfter)
    .where('tries', '<', maxTries)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

export async function deleteEmailCode(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_code').where('user_id', '=', userId).execute()
}
