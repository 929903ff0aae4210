import { errorDetails } from '../../contract/errors.ts'
import { findLink } from '../db/links/downloadLinks.ts'
import { gone, invalidField, notFound } from '../http/errors.ts'
import type { DbDep } from '../db/database.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import type { ClockDep } from '../util/isoTime.ts'

/** Finds a download link. @throws HttpError 404 for an unknown link, 410 for an expired one */
export async function requireDownloadLink(
  { db, now }: DbDep & ClockDep,
  linkToken: string,
): Promise<DownloadLinkRow> {
  const link = await findLink(db, linkToken)
  if (link === undefined) throw notFound(errorDetails.linkInvalid)
  if (link.expiration_date !== null && Date.parse(link.expiration_date) <= now().getTime()) {
    throw gone(errorDetails.downloadLinkExpired)
  }
  return link
}

/** Converts an expiration to UTC, so that it sorts as text. @throws HttpError 422 for a time in the past */
export function parseLinkExpiration(text: string | null, now: Date): string | null {
  if (text === null) return null
  const time = new Date(text)
  if (!(time > now)) throw invalidField('expiration_date', errorDetails.linkDatePast)
  return time.toISOString()
}
