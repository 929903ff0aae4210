import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../http/plugins/cookies.ts'
import { isHttps } from '../http/plugins/origin.ts'
import { equalTexts, hmac, tokenHash } from '../security/tokens.ts'

/**
 * [Note: The cookie of a download link]
 *
 * It says until when this browser has passed the link's password, under an HMAC with the link's token. Nothing is
 * stored: a link's password never changes, and a link that is deleted or has expired is gone before anybody looks at
 * the cookie. Each link has a cookie of its own, named by a hash of its token.
 */
const passedSeconds = 24 * 3600
/** It is renewed when it is used and less than this is left: a day without a download ends it. */
const renewSeconds = 23 * 3600

export function rememberPassed(reply: FastifyReply, context: Context, linkToken: string): void {
  const until = String(context.now().getTime() + passedSeconds * 1000)
  const https = isHttps(context, reply.request)
  void reply.setCookie(nameOf(https, linkToken), `${until}.${seal(context, linkToken, until)}`, {
    ...cookieOptions(https),
    maxAge: passedSeconds,
  })
}

export const hasPassed = (request: FastifyRequest, context: Context, linkToken: string): boolean =>
  msLeft(request, context, linkToken) > 0

/** For a call that needed it. */
export function renewPassed(reply: FastifyReply, context: Context, linkToken: string): void {
  if (msLeft(reply.request, context, linkToken) < renewSeconds * 1000)
    rememberPassed(reply, context, linkToken)
}

/** Until it ends; 0 for one that has ended, or is none. */
function msLeft(request: FastifyRequest, context: Context, linkToken: string): number {
  const cookie = request.cookies[nameOf(isHttps(context, request), linkToken)]
  const [, until = '', sealed = ''] = /^([0-9]{1,15})\.(.*)$/.exec(cookie ?? '') ?? []
  if (!equalTexts(sealed, seal(context, linkToken, until))) return 0
  return Math.max(0, Number(until) - context.now().getTime())
}

const seal = ({ downloadSecret }: Context, linkToken: string, until: string): string =>
  hmac(downloadSecret, `download ${linkToken} ${until}`).toString('base64url')

const nameOf = (https: boolean, linkToken: string): string =>
  cookieName(https, `download_${tokenHash(linkToken).slice(0, 16)}`)
