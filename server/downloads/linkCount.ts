import { detail } from '../../contract/errors.ts'
import { maxDownloadLinks, maxLinkedFiles } from '../../contract/limits.ts'
import { holdAccountQuota } from '../db/accountQuotas.ts'
import { countOwnLinks, deleteOwnExpiredLinks } from '../db/downloadLinks.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'

/**
 * To be run in the transaction that has made a link for this person. Where they have too many by that, those that have
 * expired are forgotten at once.
 * @throws HttpError 409 where there are too many nevertheless
 */
export async function requireFewLinks(trx: Db, userId: number, now: string): Promise<void> {
  await holdAccountQuota(trx, userId)
  if (await areFew(trx, userId)) return
  await deleteOwnExpiredLinks(trx, userId, now)
  if (!(await areFew(trx, userId))) throw conflict(detail.tooManyLinks)
}

const areFew = async (trx: Db, userId: number): Promise<boolean> =>
  mayBeKept(await countOwnLinks(trx, userId))

/** Whether one person may have so many links, with so many files in all. */
export const mayBeKept = ({ links, files }: { links: number; files: number }): boolean =>
  links <= maxDownloadLinks && files <= maxLinkedFiles
