import { detail } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { findFolderByLink } from '../db/folders.ts'
import type { FolderRow } from '../db/schema.ts'
import { gone, notFound } from '../errors.ts'

/** Uploads that were begun before the folder expired may be finished within this time. */
const finishSeconds = 24 * 3600

/** The folder behind a link. @throws HttpError 404 for an unknown link or an inactive folder, 410 for an expired one */
export async function openLink(context: Context, linkToken: string): Promise<FolderRow> {
  const folder = await knownFolder(context, linkToken)
  if (hasExpired(folder, context.now())) throw gone(detail.linkInvalid)
  return folder
}

/**
 * As `openLink`, for going on with an upload; the gates are not looked at yet. `begunBefore` is the time before which
 * it must have begun: undefined while the folder has not expired.
 */
export async function openLinkToFinish(
  context: Context,
  linkToken: string,
): Promise<{ folder: FolderRow; begunBefore: string | undefined }> {
  const folder = await knownFolder(context, linkToken)
  const now = context.now()
  if (folder.expiration_date === null || !hasExpired(folder, now)) return { folder, begunBefore: undefined }
  const sinceExpiry = now.getTime() - Date.parse(folder.expiration_date)
  if (sinceExpiry > finishSeconds * 1000) throw gone(detail.linkInvalid)
  return { folder, begunBefore: folder.expiration_date }
}

async function knownFolder(context: Context, linkToken: string): Promise<FolderRow> {
  const folder = await findFolderByLink(context.db, linkToken)
  if (folder?.is_active !== 1) throw notFound(detail.linkInvalid)
  return folder
}

const hasExpired = (folder: FolderRow, now: Date): boolean =>
  folder.expiration_date !== null && Date.parse(folder.expiration_date) <= now.getTime()
