import { detail } from '../../contract/errors.ts'
import { maxDownloadLinks, maxLinkedFiles, maxLinkedPeople } from '../../contract/limits.ts'
import { lockAccountQuota } from '../db/accountQuotas.ts'
import { countOwnLinks, deleteOwnExpiredLinks, type LinkCounts } from '../db/downloadLinks.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'

/** Call it in the transaction that creates a link or names people; expired ones may go. @throws HttpError 409 for too many */
export async function requireWithinLinkLimit(trx: Db, userId: number, now: string): Promise<void> {
  await lockAccountQuota(trx, userId)
  if (isWithinLinkLimit(await countOwnLinks(trx, userId))) return
  await deleteOwnExpiredLinks(trx, userId, now)
  if (!isWithinLinkLimit(await countOwnLinks(trx, userId))) throw conflict(detail.tooManyLinks)
}

/** True if a user may have this many links, with this many files and named people in total. */
export const isWithinLinkLimit = ({ links, files, people }: LinkCounts): boolean =>
  links <= maxDownloadLinks && files <= maxLinkedFiles && people <= maxLinkedPeople
