import type { Db } from './schema.ts'

/** What the operator has set for an account: bytes, 0 for no limit; null: as configured for all. */
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

/** Until the transaction ends, who adds to another folder of this account waits. */
export async function holdAccountQuota(trx: Db, userId: number): Promise<void> {
  await trx
    .insertInto('account_quota')
    .values({ user_id: userId, bytes: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({ bytes: e.ref('account_quota.bytes') })),
    )
    .execute()
}
