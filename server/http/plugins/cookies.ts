import type { CookieSerializeOptions } from '@fastify/cookie'
import { csrfCookie } from '../../../contract/headers.ts'

/** Full name of a cookie: with the prefix, browsers refuse it from a subdomain or over plain http. */
export const cookieName = (https: boolean, name: string): string =>
  `${https ? '__Host-' : ''}sealpost_${name}`
export const isOurCookie = (name: string): boolean => name === csrfCookie || /^(__Host-)?sealpost_/.test(name)

export function cookieNames(https: boolean) {
  return {
    session: cookieName(https, 'session'),
    ticket: cookieName(https, 'ticket'),
    visitor: cookieName(https, 'visitor'),
    attempt: cookieName(https, 'oidc'),
  }
}

export const cookieOptions = (https: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: https,
})
