import type { FastifyReply } from 'fastify'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import { detail } from '../../contract/errors.ts'
import { isoAfter, isoNow } from '../util/isoTime.ts'
import { continueOrTakeUse, findUseExpiry } from '../db/links/linkUses.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { gone } from '../http/errors.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { newSecretToken, tokenHash } from '../util/tokens.ts'
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
 * code is sent or taken, so the person continues only in browsers that have proved the address before.
 */
const useSeconds = 24 * 3600
/** Lifetime of a visitor's cookie: a page may stay open for days before a download. */
const visitorSeconds = 7 * 24 * 3600

/** Remaining uses for this visitor, who gets a token; null for no limit. @throws HttpError 410 if none is left */
export async function requireUseLeft(
  deps: LinkPassDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<LinkUses | null> {
  if (link.max_downloads === null) return null
  const { visitor, setVisitorCookie } = await findVisitor(deps, reply, link)
  const until = (await findUseExpiry(deps.db, visitor, isoNow(deps))) ?? null
  const left = Math.max(0, link.max_downloads - link.used_downloads)
  if (left === 0 && until === null) throw gone(detail.downloadLinkUsedUp)
  setVisitorCookie()
  return { max: link.max_downloads, left, until, per_person: link.requires_email !== 0 }
}

/** Takes a use before bytes, or keys behind a password, are sent. @throws HttpError 410 if none is left */
export async function takeLinkUse(deps: LinkPassDeps, reply: FastifyReply, link: DownloadLinkRow) {
  if (link.max_downloads === null) return
  const { visitor, setVisitorCookie } = await findVisitor(deps, reply, link)
  const now = deps.now()
  const times = { now: now.toISOString(), until: isoAfter(now, useSeconds) }
  const mayContinue =
    (await findUseExpiry(deps.db, visitor, times.now)) !== undefined ||
    (await transact(deps.db, (trx) => continueOrTakeUse(trx, visitor, times)))
  if (!mayContinue) throw gone(detail.downloadLinkUsedUp)
  setVisitorCookie()
}

/** Finds whose use it is; `setVisitorCookie` sets the cookie of a visitor without a proved address. */
async function findVisitor(deps: LinkPassDeps, reply: FastifyReply, link: DownloadLinkRow) {
  const email = await findProvedAddress(deps, reply.request, link)
  if (email !== null) {
    const visitorHash = tokenHash(`${link.link_token} ${email}`)
    return { visitor: { linkId: link.id, visitorHash }, setVisitorCookie: () => undefined }
  }
  const name = linkCookieName('recipient', link.link_token)
  const token = visitorToken(readCookie(deps, reply.request, name))
  return {
    visitor: { linkId: link.id, visitorHash: tokenHash(token) },
    setVisitorCookie: () => setCookie(deps, reply, name, token, { maxAge: visitorSeconds }),
  }
}

/** Token that the visitor's cookie has, or a new one. */
const visitorToken = (sent: string | undefined): string =>
  sent !== undefined && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : newSecretToken()
