import { detail } from '../../contract/errors.ts'
import {
  maxDownloadLinks,
  maxLinkedFiles,
  maxLinkedPeople,
  maxPeopleByOthers,
} from '../../contract/limits.ts'
import { lockAccountQuota } from '../db/folders/quotas.ts'
import { countOwnLinks, endOwnExpiredLinks, type LinkCounts } from '../db/links/downloadLinks.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'

/** Call it in the transaction that creates a link; expired ones may go. @throws HttpError 409 for too many */
export async function requireWithinLinkLimit(trx: Db, userId: number, now: string): Promise<void> {
  await lockAccountQuota(trx, userId)
  if (!(await makeRoom(trx, { userId, now }, isWithinLinkLimit))) throw conflict(detail.tooManyLinks)
}

/** Ends expired links of a person until there is room. False if there is none without them either. */
async function makeRoom(
  trx: Db,
  { userId, now }: { userId: number; now: string },
  hasRoom: (counts: LinkCounts) => boolean,
): Promise<boolean> {
  do if (hasRoom(await countOwnLinks(trx, userId))) return true
  while (await endOwnExpiredLinks(trx, userId, now))
  return false
}

/**
 * Call it in the transaction that adds people to a link; expired links of its maker may go. People count for the maker,
 * so others may only fill half of that limit: nobody can use up what somebody else needs. @throws HttpError 409
 */
export async function requireRoomForPeople(
  trx: Db,
  { makerId, isByMaker }: { makerId: number; isByMaker: boolean },
  now: string,
): Promise<void> {
  const most = isByMaker ? maxLinkedPeople : maxPeopleByOthers
  await lockAccountQuota(trx, makerId)
  if (await makeRoom(trx, { userId: makerId, now }, ({ people }) => people <= most)) return
  throw conflict(isByMaker ? detail.tooManyLinks : detail.tooManyPeopleOfMaker)
}

export const isWithinLinkLimit = ({ links, files, people }: LinkCounts): boolean =>
  links <= maxDownloadLinks && files <= maxLinkedFiles && people <= maxLinkedPeople
