import { detail } from '../../contract/errors.ts'
import { maxFolders } from '../../contract/limits.ts'
import { holdAccountQuota } from '../db/accountQuotas.ts'
import type { Db } from '../db/schema.ts'
import { boundsOfFolder, countFoldersOfAccount } from '../db/space.ts'
import { conflict } from '../http/errors.ts'

/**
 * To be run in the transaction that has made a folder for this person.
 * @throws HttpError 409 where their account has too many by that
 */
export const requireFewFolders = (trx: Db, userId: number): Promise<void> =>
  requireFew(trx, userId, detail.tooManyFolders)

/** The account that a folder counts towards. */
export async function payerOf(db: Db, folderId: number): Promise<number | undefined> {
  return (await boundsOfFolder(db, folderId))?.payerId
}

/**
 * To be run in the transaction that has changed the people of a folder.
 * @param before the account that it counted towards before
 * @throws HttpError 409 where it counts towards another, which has too many by that
 */
export async function requireFewAtPayer(
  trx: Db,
  folderId: number,
  before: number | undefined,
): Promise<void> {
  const now = await payerOf(trx, folderId)
  if (now !== undefined && now !== before) await requireFew(trx, now, detail.ownerHasTooManyFolders)
}

async function requireFew(trx: Db, userId: number, refusal: string): Promise<void> {
  await holdAccountQuota(trx, userId)
  if ((await countFoldersOfAccount(trx, userId)) > maxFolders) throw conflict(refusal)
}
