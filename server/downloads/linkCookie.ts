import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../plugins/sessions.ts'
import { equalTexts, hmac, tokenHash } from '../security/tokens.ts'

/**
 * [Note: The cookie of a download link]
 *
 * It says until when this browser has passed the link's password, under an HMAC with the link's token. Nothing is
 * stored: a link's password never changes, and a link that is deleted or has expired is gone before anybody looks at
 * the cookie. Each link has a cookie of its own, named by a hash of its token.
 */
const passedSeconds = 24 * 3600

export function rememberPassed(reply: FastifyReply, context: Context, linkToken: string): void {
  const until = String(context.now().getTime() + passedSeconds * 1000)
  void reply.setCookie(nameOf(context, linkToken), `${until}.${seal(context, linkToken, until)}`, {
    ...cookieOptions(isHttps(context)),
    maxAge: passedSeconds,
  })
}

export function hasPassed(request: FastifyRequest, context: Context, linkToken: string): boolean {
  const cookie = request.cookies[nameOf(context, linkToken)]
  const [, until = '', sealed = ''] = /^([0-9]{1,15})\.(.*)$/.exec(cookie ?? '') ?? []
  return equalTexts(sealed, seal(context, linkToken, until)) && Number(until) > context.now().getTime()
}

const seal = ({ downloadSecret }: Context, linkToken: string, until: string): string =>
  hmac(downloadSecret, `download ${linkToken} ${until}`).toString('base64url')

const nameOf = (context: Context, linkToken: string): string =>
  cookieName(isHttps(context), `download_${tokenHash(linkToken).slice(0, 16)}`)

const isHttps = ({ publicOrigin }: Context): boolean => publicOrigin?.startsWith('https:') ?? false
