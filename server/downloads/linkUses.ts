import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import { detail } from '../../contract/errors.ts'
import { isoNow, type Context } from '../context.ts'
import { takeUse, useHeldUntil } from '../db/linkUses.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { gone } from '../http/errors.ts'
import { isHttps } from '../http/plugins/origin.ts'
import { cookieName, cookieOptions } from '../http/plugins/cookies.ts'
import { newSessionToken, tokenHash } from '../security/tokens.ts'

/**
 * [Note: Uses of a download link]
 *
 * A link that is limited to a number of visitors gives each a random token in a http-only cookie of its own, when they
 * look at its status: nothing is stored then. Their first request for bytes, or the right password, takes a use and
 * writes it down under the token's hash, with the time until which they go on with it, repeat it, and ask for many
 * files at once. An answer that is lost costs nothing: the token was there before. Who keeps no cookies takes a use
 * with every request.
 */
const useSeconds = 24 * 3600
/** A page may stay open for days before somebody is ready to save. */
const visitorSeconds = 7 * 24 * 3600

/**
 * What is left of the link for this visitor, who has a token then; null where it is not limited.
 * @throws HttpError 410 where nothing is
 */
export async function requireUse(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<LinkUses | null> {
  if (link.max_downloads === null) return null
  const visitor = visitorOf(context, request, link)
  const visit = { linkId: link.id, visitorHash: tokenHash(visitor) }
  const until = (await useHeldUntil(context.db, visit, isoNow(context))) ?? null
  const left = Math.max(0, link.max_downloads - link.used_downloads)
  if (left === 0 && until === null) throw gone(detail.downloadLinkUsedUp)
  remember(context, reply, link, visitor)
  return { max: link.max_downloads, left, until }
}

/** Before bytes, or keys behind a password, go out. @throws HttpError 410 where the visitor has no use and none is left */
export async function takeUseOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<void> {
  if (link.max_downloads === null) return
  const visitor = visitorOf(context, request, link)
  const visit = { linkId: link.id, visitorHash: tokenHash(visitor) }
  const now = context.now()
  const times = {
    now: now.toISOString(),
    until: new Date(now.getTime() + useSeconds * 1000).toISOString(),
  }
  const mayGoOn =
    (await useHeldUntil(context.db, visit, times.now)) !== undefined ||
    (await transact(context.db, (trx) => takeUse(trx, visit, times)))
  if (!mayGoOn) throw gone(detail.downloadLinkUsedUp)
  remember(context, reply, link, visitor)
}

/** Their token, or a new one. */
function visitorOf(context: Context, request: FastifyRequest, link: DownloadLinkRow): string {
  const sent = request.cookies[nameOf(isHttps(context, request), link)]
  return sent !== undefined && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : newSessionToken()
}

function remember(context: Context, reply: FastifyReply, link: DownloadLinkRow, visitor: string): void {
  const https = isHttps(context, reply.request)
  void reply.setCookie(nameOf(https, link), visitor, { ...cookieOptions(https), maxAge: visitorSeconds })
}

const nameOf = (https: boolean, { link_token }: DownloadLinkRow): string =>
  cookieName(https, `recipient_${tokenHash(link_token).slice(0, 16)}`)
