import { errorDetails } from '../../contract/errors.ts'
import { maxFolders } from '../../contract/limits.ts'
import { accountOfFolder, countFoldersOfAccount, lockAccountQuota } from '../db/folders/quotas.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import type { StorageLimits } from './storageLimits.ts'

/**
 * Requires that a user does not have too many folders. Call it after the insert of a folder, in the same transaction.
 * @throws HttpError 409
 */
export const requireWithinFolderLimit = (trx: Db, userId: number): Promise<void> =>
  requireWithinLimit(trx, userId, errorDetails.tooManyFolders)

/**
 * Requires that a folder fits into the account that it counts towards. Call it after a change of the folder's members, in
 * the same transaction. If the folder still counts towards `accountBefore`, nothing is required. A caller whose own
 * account it counts towards now, as after removing its first owner, may exceed the byte quota: otherwise the former owner
 * could prevent that by filling the folder.
 * @param accountBefore account that the folder counted towards before the change
 * @throws HttpError 409 if the account has too many folders, or too many bytes and is not the caller's
 */
export async function requireAccountHasRoom(
  trx: Db,
  storageLimits: StorageLimits,
  {
    folderId,
    accountBefore,
    callerId,
  }: { folderId: number; accountBefore: number | undefined; callerId: number },
): Promise<void> {
  const accountAfter = await accountOfFolder(trx, folderId)
  if (accountAfter === undefined || accountAfter === accountBefore) return
  await requireWithinLimit(trx, accountAfter, errorDetails.ownerHasTooManyFolders)
  if (accountAfter !== callerId) await storageLimits.requireAccountWithinQuota(trx, accountAfter)
}

async function requireWithinLimit(trx: Db, userId: number, refusal: string): Promise<void> {
  await lockAccountQuota(trx, userId)
  if ((await countFoldersOfAccount(trx, userId)) > maxFolders) throw conflict(refusal)
}
