import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookie } from '../../contract/headers.ts'
import { tokenHash } from '../util/tokens.ts'
import { isHttps } from './origin.ts'
import type { RouteSettings } from '../config/config.ts'

type OriginContext = Pick<RouteSettings, 'publicOrigin'>
type Options = Pick<CookieSerializeOptions, 'maxAge' | 'sameSite'>
type LinkCookieKind = 'download' | 'gate' | 'person' | 'recipient'
type LinkCookie = `${LinkCookieKind}_${string}`
type CookieName = 'oidc' | 'session' | 'ticket' | 'visitor' | LinkCookie

/** Name of a link's cookie, with a part of the token's hash: the token itself must not be in the name. */
export const linkCookieName = (kind: LinkCookieKind, linkToken: string): LinkCookie =>
  `${kind}_${tokenHash(linkToken).slice(0, 16)}`

/** Returns the name with a prefix for which browsers refuse a cookie from a subdomain or over plain http. */
const prefixedName = (https: boolean, name: CookieName): string => `${https ? '__Host-' : ''}sealpost_${name}`
export const isOurCookie = (name: string): boolean => name === csrfCookie || /^(__Host-)?sealpost_/.test(name)

const cookieOptions = (https: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: https,
})

export const readCookie = (
  context: OriginContext,
  request: FastifyRequest,
  name: CookieName,
): string | undefined => request.cookies[prefixedName(isHttps(context, request), name)]

/** @param options.maxAge seconds; without it, the cookie ends with the browser */
export function setCookie(
  context: OriginContext,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  options?: Options,
): void {
  const https = isHttps(context, reply.request)
  void reply.setCookie(prefixedName(https, name), value, { ...cookieOptions(https), ...options })
}

export function clearCookie(
  context: OriginContext,
  reply: FastifyReply,
  name: CookieName,
  options?: Options,
): void {
  const https = isHttps(context, reply.request)
  void reply.clearCookie(prefixedName(https, name), { ...cookieOptions(https), ...options })
}

/** Sets the token that scripts read and send back: see [Note: Sessions and CSRF]. */
export function setCsrfCookie(context: OriginContext, reply: FastifyReply, token: string): void {
  void reply.setCookie(csrfCookie, token, {
    ...cookieOptions(isHttps(context, reply.request)),
    httpOnly: false,
  })
}
