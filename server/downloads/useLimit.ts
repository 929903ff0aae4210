import type { FastifyReply } from 'fastify'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import { errorDetails } from '../../contract/errors.ts'
import { isoAfter, isoNow } from '../util/isoTime.ts'
import { fromFlag } from '../db/flag.ts'
import { continueOrTakeUse, findUseExpiry, type LinkVisitor } from '../db/links/linkUses.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { gone } from '../http/errors.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { isSecretToken, newSecretToken, tokenHash } from '../util/tokens.ts'
import { findProvedAddress, type LinkPassDeps } from './namedPeople.ts'

/**
 * [Note: Uses of a download link]
 *
 * Each visitor of a link with a limited number of uses gets a random token in a http-only cookie of that link
 * when they request its status. Nothing is stored then. Their first request for bytes, or the right password,
 * takes a use: it is stored under the token's hash, with the time until which the visitor may continue,
 * retry, and download further files. A lost response costs no use, because the token existed before. A client
 * without cookies takes a use with every request.
 *
 * At [Note: Named people] a use belongs to the person, and is stored under a hash of the address. With no use left no
 * code is sent or accepted, so the person continues only in browsers that have proved the address before.
 */

/** Time in which a visitor may continue after a use was taken. */
const useLifetimeSeconds = 24 * 3600
/** Lifetime of a visitor's cookie: a page may stay open for days before a download. */
const visitorCookieSeconds = 7 * 24 * 3600

/**
 * Requires that the visitor may use the link, and sets the cookie with their token.
 * @returns the uses that are left; null if the link has no limit
 * @throws HttpError 410 if none is left
 */
export async function requireUseAndSetCookie(
  deps: LinkPassDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<LinkUses | null> {
  if (link.max_downloads === null) return null
  const { visitor, setVisitorCookie } = await findVisitor(deps, reply, link)
  const mayContinueUntil = (await findUseExpiry(deps.db, visitor, isoNow(deps))) ?? null
  const left = Math.max(0, link.max_downloads - link.used_downloads)
  if (left === 0 && mayContinueUntil === null) throw gone(errorDetails.downloadLinkUsedUp)
  setVisitorCookie()
  return {
    max: link.max_downloads,
    left,
    until: mayContinueUntil,
    per_person: fromFlag(link.requires_email),
  }
}

/**
 * Continues or takes the visitor's use of a link, and sets the cookie with their token. Call it before bytes, or keys
 * behind a password, are sent.
 * @throws HttpError 410 if no use is left
 */
export async function takeUseAndSetCookie(
  deps: LinkPassDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<void> {
  if (link.max_downloads === null) return
  const { visitor, setVisitorCookie } = await findVisitor(deps, reply, link)
  const now = deps.now()
  const period = { now: now.toISOString(), until: isoAfter(now, useLifetimeSeconds) }
  const mayContinue =
    (await findUseExpiry(deps.db, visitor, period.now)) !== undefined ||
    (await transact(deps.db, (trx) => continueOrTakeUse(trx, visitor, period)))
  if (!mayContinue) throw gone(errorDetails.downloadLinkUsedUp)
  setVisitorCookie()
}

interface FoundVisitor {
  visitor: LinkVisitor
  /** Sets the cookie of a visitor without a proved address; does nothing for others. */
  setVisitorCookie: () => void
}

/** Finds the visitor who sent a request: by a proved address, by the token of their cookie, or by a new token. */
async function findVisitor(
  deps: LinkPassDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<FoundVisitor> {
  const email = await findProvedAddress(deps, reply.request, link)
  if (email !== null) {
    const visitorHash = tokenHash(`${link.link_token} ${email}`)
    return { visitor: { linkId: link.id, visitorHash }, setVisitorCookie: () => undefined }
  }
  const name = linkCookieName('recipient', link.link_token)
  const cookie = readCookie(deps, reply.request, name)
  const token = cookie !== undefined && isSecretToken(cookie) ? cookie : newSecretToken()
  return {
    visitor: { linkId: link.id, visitorHash: tokenHash(token) },
    setVisitorCookie: () => setCookie(deps, reply, name, token, { maxAge: visitorCookieSeconds }),
  }
}
