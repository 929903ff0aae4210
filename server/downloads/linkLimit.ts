import { errorDetails } from '../../contract/errors.ts'
import {
  maxDownloadLinks,
  maxFilesByOthers,
  maxLinkedFiles,
  maxLinkedPeople,
  maxPeopleByOthers,
} from '../../contract/limits.ts'
import { lockAccountQuota } from '../db/folders/quotas.ts'
import { countOwnLinks, endOwnExpiredLinks, type LinkCounts } from '../db/links/downloadLinks.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'

/**
 * Requires that a person does not have too many links, and ends expired ones if necessary. Call it after the insert of a
 * link, in the same transaction.
 * @throws HttpError 409
 */
export async function requireWithinLinkLimit(trx: Db, userId: number, now: string): Promise<void> {
  await lockAccountQuota(trx, userId)
  if (!(await endExpiredLinksUntil(trx, { userId, now }, isWithinLinkLimit)))
    throw conflict(errorDetails.tooManyLinks)
}

/** Ends expired links of a person until `hasRoom`. False if even that is not enough. */
async function endExpiredLinksUntil(
  trx: Db,
  { userId, now }: { userId: number; now: string },
  hasRoom: (counts: LinkCounts) => boolean,
): Promise<boolean> {
  do if (hasRoom(await countOwnLinks(trx, userId))) return true
  while (await endOwnExpiredLinks(trx, userId, now))
  return false
}

const maxOf = {
  people: { own: maxLinkedPeople, byOthers: maxPeopleByOthers },
  files: { own: maxLinkedFiles, byOthers: maxFilesByOthers },
}

/**
 * Requires that the maker of a link does not have too many named people or linked files, and ends expired links of the
 * maker if necessary. Call it after the insert of these, in the same transaction. They count for the maker of their link,
 * so others may only fill half of the limit: they cannot use up what the maker needs.
 * @throws HttpError 409
 */
export async function requireRoomOfMaker(
  trx: Db,
  what: 'people' | 'files',
  { makerId, isByMaker }: { makerId: number; isByMaker: boolean },
  now: string,
): Promise<void> {
  const max = maxOf[what][isByMaker ? 'own' : 'byOthers']
  await lockAccountQuota(trx, makerId)
  if (await endExpiredLinksUntil(trx, { userId: makerId, now }, (counts) => counts[what] <= max)) return
  throw conflict(
    isByMaker || what === 'files' ? errorDetails.tooManyLinks : errorDetails.tooManyPeopleOfMaker,
  )
}

export const isWithinLinkLimit = ({ links, files, people }: LinkCounts): boolean =>
  links <= maxDownloadLinks && files <= maxLinkedFiles && people <= maxLinkedPeople
