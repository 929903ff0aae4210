import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { equalTexts, hmac } from '../util/tokens.ts'

/**
 * [Note: The cookie of a download link]
 *
 * The cookie says until when this browser has passed the link's password, authenticated by an HMAC that
 * includes the link's token. Nothing is stored: a link's password never changes, and a deleted or expired
 * link is refused before the cookie is read. Each link has its own cookie, named by a hash of its token.
 */
const cookieSeconds = 24 * 3600
/** Remaining seconds below which a used cookie is renewed: it expires after a day without a download. */
const renewSeconds = 23 * 3600

export function setPasswordCookie(reply: FastifyReply, context: Context, linkToken: string): void {
  const until = String(context.now().getTime() + cookieSeconds * 1000)
  const sealed = `${until}.${cookieMac(context, linkToken, until)}`
  setCookie(context, reply, linkCookieName('download', linkToken), sealed, { maxAge: cookieSeconds })
}

export const hasPasswordCookie = (request: FastifyRequest, context: Context, linkToken: string): boolean =>
  msLeft(request, context, linkToken) > 0

/** Renews a cookie that is more than an hour old, after a call that required it. */
export function renewPasswordCookie(reply: FastifyReply, context: Context, linkToken: string): void {
  if (msLeft(reply.request, context, linkToken) < renewSeconds * 1000)
    setPasswordCookie(reply, context, linkToken)
}

/** Milliseconds until the cookie expires; 0 if it is invalid or expired. */
function msLeft(request: FastifyRequest, context: Context, linkToken: string): number {
  const cookie = readCookie(context, request, linkCookieName('download', linkToken))
  const [, until = '', sealed = ''] = /^([0-9]{1,15})\.(.*)$/.exec(cookie ?? '') ?? []
  if (!equalTexts(sealed, cookieMac(context, linkToken, until))) return 0
  return Math.max(0, Number(until) - context.now().getTime())
}

const cookieMac = ({ downloadSecret }: Context, linkToken: string, until: string): string =>
  hmac(downloadSecret, `download ${linkToken} ${until}`).toString('base64url')
