import type { FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { folderOfOwnUpload } from '../../contract/ownUpload.ts'
import { findMemberFolder, findFolderByLink, findFolderByReplacedLink } from '../db/folders/folders.ts'
import type { FolderRow } from '../db/schema.ts'
import { forbidden, gone, notFound, unauthorized } from '../http/errors.ts'
import type { DbDep } from '../db/database.ts'
import type { ClockDep } from '../util/isoTime.ts'

type UploadLinkDeps = DbDep & ClockDep

/** Time for finishing uploads that were begun before the link was closed. */
const finishAfterClosingSeconds = 24 * 3600

/** State of a link that accepts no new uploads: since when, and the message for its users. */
export interface LinkClosure {
  at: string
  why: string
}

/** The folder of an upload link, and why it is closed if it is. */
export interface UploadTarget {
  folder: FolderRow
  closed: LinkClosure | undefined
  /** The person of the folder who sends from its page ([Note: Own uploads]); null for the upload link. */
  sentBy: number | null
}

export type UploadLinkRequest = Pick<FastifyRequest, 'signedIn'> & { params: { link_token: string } }

/**
 * Returns where an upload link leads that accepts new uploads.
 * @throws HttpError 404 if unknown or inactive, 410 if expired or replaced; 401 or 404 for an own upload
 */
export async function requireOpenUploadLink(
  deps: UploadLinkDeps,
  request: UploadLinkRequest,
): Promise<UploadTarget> {
  const target = await findUploadTarget(deps, request)
  if (target.closed !== undefined) throw gone(target.closed.why)
  return target
}

/** Same as `requireOpenUploadLink` for uploads begun before the link was closed, at most a day ago. Gates are not checked yet. */
export async function requireUploadLinkToFinish(
  deps: UploadLinkDeps,
  request: UploadLinkRequest,
): Promise<UploadTarget> {
  const target = await findUploadTarget(deps, request)
  const { closed } = target
  if (
    closed !== undefined &&
    deps.now().getTime() - Date.parse(closed.at) > finishAfterClosingSeconds * 1000
  ) {
    throw gone(closed.why)
  }
  return target
}

async function findUploadTarget(
  deps: UploadLinkDeps,
  { params, signedIn }: UploadLinkRequest,
): Promise<UploadTarget> {
  const { link_token } = params
  const folderId = folderOfOwnUpload(link_token)
  if (folderId === null) return { ...(await findLink(deps, link_token)), sentBy: null }
  if (signedIn === null) throw unauthorized(errorDetails.notAuthenticated)
  const { id: sentBy } = signedIn.user
  const folder = await findMemberFolder(deps.db, folderId, sentBy)
  if (folder === undefined) throw notFound(errorDetails.folderNotFound)
  // To other folders scripts send by the upload link.
  if (signedIn.session === null && folder.kind !== 'sent') throw forbidden(errorDetails.tokenNotTaken)
  const ungated = { link_password_hash: null, require_email_verification: 0, allowed_emails: null } as const
  return { folder: { ...folder, ...ungated, sender_fields: null, link_token }, closed: undefined, sentBy }
}

async function findLink(deps: UploadLinkDeps, linkToken: string): Promise<Omit<UploadTarget, 'sentBy'>> {
  const { db } = deps
  const folder = await findFolderByLink(db, linkToken)
  const replaced = folder === undefined ? await findFolderByReplacedLink(db, linkToken) : undefined
  const found = folder ?? replaced
  if (found?.is_active !== 1) throw notFound(errorDetails.linkInvalid)
  const closed = [
    ...(replaced === undefined ? [] : [{ at: replaced.replaced_at, why: errorDetails.uploadLinkReplaced }]),
    ...(found.expiration_date !== null && Date.parse(found.expiration_date) <= deps.now().getTime()
      ? [{ at: found.expiration_date, why: errorDetails.linkInvalid }]
      : []),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))[0]
  // Passed gates and counts of guesses belong to the link that the browser uses.
  return { folder: { ...found, link_token: linkToken }, closed }
}
