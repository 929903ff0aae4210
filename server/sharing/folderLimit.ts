import { detail } from '../../contract/errors.ts'
import { maxFolders } from '../../contract/limits.ts'
import { holdAccountQuota } from '../db/accountQuotas.ts'
import type { Db } from '../db/schema.ts'
import { boundsOfFolder, countFoldersOfAccount } from '../db/space.ts'
import { conflict } from '../http/errors.ts'

/** Call it in the transaction that creates a folder for this user. @throws HttpError 409 for too many */
export const requireFewFolders = (trx: Db, userId: number): Promise<void> =>
  requireFew(trx, userId, detail.tooManyFolders)

/** Account that a folder counts towards. */
export async function payerOf(db: Db, folderId: number): Promise<number | undefined> {
  return (await boundsOfFolder(db, folderId))?.payerId
}

/**
 * Call it in the transaction that changes a folder's members.
 * @param before account that the folder counted towards
 * @throws HttpError 409 if it now counts towards another account that has too many folders
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
