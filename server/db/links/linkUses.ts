import { executeHasChanged } from '../rowCounts.ts'
import type { Db } from '../schema.ts'

export interface LinkVisitor {
  linkId: number
  /** Hash of the visitor's token, or of a proved address. */
  visitorHash: string
}

/** Time until which a visitor may continue their use of a link; undefined if they have none. */
export async function findUseExpiry(db: Db, { linkId, visitorHash }: LinkVisitor, now: string) {
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
 * Continues the visitor's use of a link, or takes a new one until `until`. Run it in a transaction.
 * @returns false if no use is left
 */
export async function continueOrTakeUse(
  trx: Db,
  visitor: LinkVisitor,
  { now, until }: { now: string; until: string },
) {
  const isCounted = await countUse(trx, visitor.linkId)
  if ((await findUseExpiry(trx, visitor, now)) !== undefined) {
    if (isCounted) await uncountUse(trx, visitor.linkId)
    return true
  }
  if (!isCounted) return false
  await trx
    .insertInto('link_use')
    .values({ link_id: visitor.linkId, visitor_hash: visitor.visitorHash, until })
    // Their previous use has expired.
    .onConflict((conflict) => conflict.columns(['link_id', 'visitor_hash']).doUpdateSet({ until }))
    .execute()
  return true
}

/** Counts a use in one statement, which locks the link until the transaction ends. False if none is left. */
const countUse = (trx: Db, linkId: number): Promise<boolean> =>
  executeHasChanged(
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
