import { detail } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { findFolderByLink, findFolderByReplacedLink } from '../db/folders.ts'
import type { FolderRow } from '../db/schema.ts'
import { gone, notFound } from '../http/errors.ts'

/** Uploads that were begun before a link was closed may be finished within this time. */
const finishSeconds = 24 * 3600

/** A link that takes no new uploads: since when, and what its users are told. */
export interface Closed {
  at: string
  why: string
}

/**
 * The folder behind a link. @throws HttpError 404 for an unknown link or an inactive folder, 410 for one that has
 * expired, or has another link now
 */
export async function openLink(context: Context, linkToken: string): Promise<FolderRow> {
  const { folder, closed } = await knownLink(context, linkToken)
  if (closed !== undefined) throw gone(closed.why)
  return folder
}

/**
 * As `openLink`, for going on with an upload, which must have begun by the time at which the link was closed, if it
 * was; the gates are not looked at yet.
 */
export async function openLinkToFinish(
  context: Context,
  linkToken: string,
): Promise<{ folder: FolderRow; closed: Closed | undefined }> {
  const { folder, closed } = await knownLink(context, linkToken)
  if (closed !== undefined && context.now().getTime() - Date.parse(closed.at) > finishSeconds * 1000) {
    throw gone(closed.why)
  }
  return { folder, closed }
}

async function knownLink(
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
  // What a browser has passed, and the counts of guesses, hang on the link that it has.
  return { folder: { ...found, link_token: linkToken }, closed }
}
