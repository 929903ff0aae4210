import type { Db } from './schema.ts'

/** Quota that the operator has set for an account, in bytes; 0 for no limit, null for the configured default. */
export async function findAccountQuota(db: Db, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('account_quota')
    .select('bytes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.bytes ?? null
}

export async function setAccountQuota(db: Db, userId: number, bytes: number | null): Promise<void> {
  await db
    .insertInto('account_quota')
    .values({ user_id: userId, bytes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ bytes }))
    .execute()
}

/** Locks the account's quota until the transaction ends, so that additions to its other folders wait. */
export async function lockAccountQuota(trx: Db, userId: number): Promise<void> {
  await trx
    .insertInto('account_quota')
    .values({ user_id: userId, bytes: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({ bytes: e.ref('account_quota.bytes') })),
    )
    .execute()
}
