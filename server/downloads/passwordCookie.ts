import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadLinkRow } from '../db/schema.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { timingSafeEqualTexts, hmac } from '../util/tokens.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { RouteSettings } from '../config/config.ts'

export interface DownloadSecretDep {
  /** Key of the cookies of password-protected download links. */
  downloadSecret: Buffer
}

type ProtectedLink = Pick<DownloadLinkRow, 'link_token' | 'password_hash'>
type PasswordCookieDeps = DownloadSecretDep & ClockDep & Pick<RouteSettings, 'publicOrigin'>

/**
 * [Note: The cookie of a download link]
 *
 * The cookie says until when this browser has passed the link's password, authenticated by an HMAC that
 * includes the link's token and the hash of the password, so another password ends it. Nothing is stored: a deleted or
 * expired link is refused before the cookie is read. Each link has its own cookie, named by a hash of its token.
 */
const cookieSeconds = 24 * 3600
/** Remaining seconds below which a used cookie is renewed: it expires after a day without a download. */
const renewSeconds = 23 * 3600

export function setPasswordCookie(reply: FastifyReply, deps: PasswordCookieDeps, link: ProtectedLink): void {
  const until = String(deps.now().getTime() + cookieSeconds * 1000)
  const signedExpiry = `${until}.${cookieMac(deps, link, until)}`
  setCookie(deps, reply, linkCookieName('download', link.link_token), signedExpiry, { maxAge: cookieSeconds })
}

export const hasPasswordCookie = (
  request: FastifyRequest,
  deps: PasswordCookieDeps,
  link: ProtectedLink,
): boolean => cookieMsLeft(request, deps, link) > 0

/** Renews a cookie that is more than an hour old, after a call that required it. */
export function renewPasswordCookie(
  reply: FastifyReply,
  deps: PasswordCookieDeps,
  link: ProtectedLink,
): void {
  if (cookieMsLeft(reply.request, deps, link) < renewSeconds * 1000) setPasswordCookie(reply, deps, link)
}

/** Milliseconds until the cookie expires; 0 if it is invalid or expired. */
function cookieMsLeft(request: FastifyRequest, deps: PasswordCookieDeps, link: ProtectedLink): number {
  const cookie = readCookie(deps, request, linkCookieName('download', link.link_token))
  const [, until = '', sealed = ''] = /^([0-9]{1,15})\.(.*)$/.exec(cookie ?? '') ?? []
  if (!timingSafeEqualTexts(sealed, cookieMac(deps, link, until))) return 0
  return Math.max(0, Number(until) - deps.now().getTime())
}

const cookieMac = (
  { downloadSecret }: PasswordCookieDeps,
  { link_token, password_hash }: ProtectedLink,
  until: string,
): string =>
  hmac(downloadSecret, `download ${link_token} ${until} ${password_hash ?? ''}`).toString('base64url')
