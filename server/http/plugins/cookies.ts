import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookie } from '../../../contract/headers.ts'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../security/tokens.ts'
import { isHttps } from './origin.ts'

type Site = Pick<Context, 'publicOrigin'>
type Options = Pick<CookieSerializeOptions, 'maxAge' | 'sameSite'>
type LinkCookieKind = 'download' | 'gate' | 'person' | 'recipient'
type LinkCookie = `${LinkCookieKind}_${string}`
type CookieName = 'oidc' | 'session' | 'ticket' | 'visitor' | LinkCookie

/** Name of a link's cookie, with a part of the token's hash: the token itself must not be in the name. */
export const linkCookieName = (kind: LinkCookieKind, linkToken: string): LinkCookie =>
  `${kind}_${tokenHash(linkToken).slice(0, 16)}`

/** Returns the name with a prefix for which browsers refuse a cookie from a subdomain or over plain http. */
const fullName = (https: boolean, name: CookieName): string => `${https ? '__Host-' : ''}sealpost_${name}`
export const isOurCookie = (name: string): boolean => name === csrfCookie || /^(__Host-)?sealpost_/.test(name)

const optionsOf = (https: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: https,
})

export const readCookie = (site: Site, request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[fullName(isHttps(site, request), name)]

/** @param options.maxAge seconds; without it, the cookie ends with the browser */
export function setCookie(
  site: Site,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  options?: Options,
): void {
  const https = isHttps(site, reply.request)
  void reply.setCookie(fullName(https, name), value, { ...optionsOf(https), ...options })
}

export function clearCookie(site: Site, reply: FastifyReply, name: CookieName, options?: Options): void {
  const https = isHttps(site, reply.request)
  void reply.clearCookie(fullName(https, name), { ...optionsOf(https), ...options })
}

/** Sets the token that scripts read and send back: see [Note: Sessions and CSRF]. */
export function setCsrfCookie(site: Site, reply: FastifyReply, token: string): void {
  void reply.setCookie(csrfCookie, token, { ...optionsOf(isHttps(site, reply.request)), httpOnly: false })
}
