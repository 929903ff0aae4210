import { changedRows, changesRows } from './rowCounts.ts'
import type { Db } from './schema.ts'

export interface Visit {
  linkId: number
  /** Names the visitor. */
  visitorHash: string
}

/** Until when a visitor goes on with a use of a link; undefined where they have none. */
export async function useHeldUntil(
  db: Db,
  { linkId, visitorHash }: Visit,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('link_use')
    .select('until')
    .where('link_id', '=', linkId)
    .where('visitor_hash', '=', visitorHash)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until
}

/**
 * Whether the visitor may go on: with the use that they have, or with one that is taken from the link now. To be run in
 * a transaction.
 */
export async function takeUse(
  trx: Db,
  visit: Visit,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const isCounted = await countUse(trx, visit.linkId)
  if ((await useHeldUntil(trx, visit, now)) !== undefined) {
    if (isCounted) await uncountUse(trx, visit.linkId)
    return true
  }
  if (!isCounted) return false
  await trx
    .insertInto('link_use')
    .values({ link_id: visit.linkId, visitor_hash: visit.visitorHash, until })
    // Theirs of before has ended.
    .onConflict((conflict) => conflict.columns(['link_id', 'visitor_hash']).doUpdateSet({ until }))
    .execute()
  return true
}

/**
 * Compares and counts in one statement, and holds the link until the transaction ends: what the same visitor asks for at
 * once comes after. False where no use is left, or the link is gone.
 */
const countUse = (trx: Db, linkId: number): Promise<boolean> =>
  changesRows(
    trx
      .updateTable('download_link')
      .set((e) => ({ used_downloads: e('used_downloads', '+', 1) }))
      .where('id', '=', linkId)
      .where((e) => e.or([e('max_downloads', 'is', null), e('used_downloads', '<', e.ref('max_downloads'))])),
  )

async function uncountUse(trx: Db, linkId: number): Promise<void> {
  await trx
    .updateTable('download_link')
    .set((e) => ({ used_downloads: e('used_downloads', '-', 1) }))
    .where('id', '=', linkId)
    .execute()
}

export const deleteEndedUses = (db: Db, now: string): Promise<number> =>
  changedRows(db.deleteFrom('link_use').where('until', '<=', now))
