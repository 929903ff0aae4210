import { detail } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { findFolderByLink, findFolderByReplacedLink } from '../db/folders.ts'
import type { FolderRow } from '../db/schema.ts'
import { gone, notFound } from '../http/errors.ts'

/** Time for finishing uploads that were begun before the link was closed. */
const finishSeconds = 24 * 3600

/** State of a link that accepts no new uploads: since when, and the message for its users. */
export interface Closed {
  at: string
  why: string
}

/** Returns the folder of an upload link. @throws HttpError 404 if unknown or inactive, 410 if expired or replaced */
export async function requireOpenLink(context: Context, linkToken: string): Promise<FolderRow> {
  const { folder, closed } = await findLink(context, linkToken)
  if (closed !== undefined) throw gone(closed.why)
  return folder
}

/** Same as `requireOpenLink` for uploads begun before the link was closed, at most a day ago. Gates are not checked yet. */
export async function requireLinkToFinish(
  context: Context,
  linkToken: string,
): Promise<{ folder: FolderRow; closed: Closed | undefined }> {
  const { folder, closed } = await findLink(context, linkToken)
  if (closed !== undefined && context.now().getTime() - Date.parse(closed.at) > finishSeconds * 1000) {
    throw gone(closed.why)
  }
  return { folder, closed }
}

async function findLink(
  context: Context,
  linkToken: string,
): Promise<{ folder: FolderRow; closed: Closed | undefined }> {
  const { db } = context
  const folder = await findFolderByLink(db, linkToken)
  const replaced = folder === undefined ? await findFolderByReplacedLink(db, linkToken) : undefined
  const found = folder ?? replaced
  if (found?.is_active !== 1) throw notFound(detail.linkInvalid)
  const closed = [
    ...(replaced === undefined ? [] : [{ at: replaced.replaced_at, why: detail.uploadLinkReplaced }]),
    ...(found.expiration_date !== null && Date.parse(found.expiration_date) <= context.now().getTime()
      ? [{ at: found.expiration_date, why: detail.linkInvalid }]
      : []),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))[0]
  // Passed gates and counts of guesses belong to the link that the browser uses.
  return { folder: { ...found, link_token: linkToken }, closed }
}
