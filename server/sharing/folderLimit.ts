import { detail } from '../../contract/errors.ts'
import { maxFolders } from '../../contract/limits.ts'
import { quotasOfFolder, countFoldersOfAccount, lockAccountQuota } from '../db/folders/quotas.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import type { StorageLimits } from '../uploads/storageLimits.ts'

/** Call it in the transaction that creates a folder for this user. @throws HttpError 409 for too many */
export const requireWithinFolderLimit = (trx: Db, userId: number): Promise<void> =>
  requireWithinLimit(trx, userId, detail.tooManyFolders)

/** Account that a folder counts towards. */
export async function accountOfFolder(db: Db, folderId: number): Promise<number | undefined> {
  return (await quotasOfFolder(db, folderId))?.accountId
}

/**
 * Call it in the transaction that changes a folder's members. Whoever makes it count towards their own account, as when
 * they remove its first owner, may exceed their quota: nobody can prevent that by filling the folder.
 * @param accountBefore account that the folder counted towards
 * @throws HttpError 409 if it now counts towards another account that has too many folders, or towards that of somebody
 * other than the caller who has too many bytes
 */
export async function requireAccountHasRoom(
  trx: Db,
  storageLimits: StorageLimits,
  {
    folderId,
    accountBefore,
    callerId,
  }: { folderId: number; accountBefore: number | undefined; callerId: number },
) {
  const now = await accountOfFolder(trx, folderId)
  if (now === undefined || now === accountBefore) return
  await requireWithinLimit(trx, now, detail.ownerHasTooManyFolders)
  if (now !== callerId) await storageLimits.requireAccountWithinQuota(trx, now)
}

async function requireWithinLimit(trx: Db, userId: number, refusal: string): Promise<void> {
  await lockAccountQuota(trx, userId)
  if ((await countFoldersOfAccount(trx, userId)) > maxFolders) throw conflict(refusal)
}
