import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { timingSafeEqualTexts, hmac } from '../util/tokens.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { RouteSettings } from '../config/config.ts'

export interface DownloadSecretDep {
  /** Key of the cookies of password-protected download links. */
  downloadSecret: Buffer
}

type PasswordCookieDeps = DownloadSecretDep & ClockDep & Pick<RouteSettings, 'publicOrigin'>

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

export function setPasswordCookie(reply: FastifyReply, deps: PasswordCookieDeps, linkToken: string): void {
  const until = String(deps.now().getTime() + cookieSeconds * 1000)
  const signedExpiry = `${until}.${cookieMac(deps, linkToken, until)}`
  setCookie(deps, reply, linkCookieName('download', linkToken), signedExpiry, { maxAge: cookieSeconds })
}

export const hasPasswordCookie = (
  request: FastifyRequest,
  deps: PasswordCookieDeps,
  linkToken: string,
): boolean => cookieMsLeft(request, deps, linkToken) > 0

/** Renews a cookie that is more than an hour old, after a call that required it. */
export function renewPasswordCookie(reply: FastifyReply, deps: PasswordCookieDeps, linkToken: string): void {
  if (cookieMsLeft(reply.request, deps, linkToken) < renewSeconds * 1000)
    setPasswordCookie(reply, deps, linkToken)
}

/** Milliseconds until the cookie expires; 0 if it is invalid or expired. */
function cookieMsLeft(request: FastifyRequest, deps: PasswordCookieDeps, linkToken: string): number {
  const cookie = readCookie(deps, request, linkCookieName('download', linkToken))
  const [, until = '', sealed = ''] = /^([0-9]{1,15})\.(.*)$/.exec(cookie ?? '') ?? []
  if (!timingSafeEqualTexts(sealed, cookieMac(deps, linkToken, until))) return 0
  return Math.max(0, Number(until) - deps.now().getTime())
}

const cookieMac = ({ downloadSecret }: PasswordCookieDeps, linkToken: string, until: string): string =>
  hmac(downloadSecret, `download ${linkToken} ${until}`).toString('base64url')
