import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { isoBefore, isoNow, type Context } from '../context.ts'
import type { SessionRow, UserRow } from '../db/schema.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../db/sessions.ts'
import { forbidden, unauthorized } from '../errors.ts'
import { sessionIdleSeconds, sessionLifetimeSeconds, sessionTouchSeconds } from '../security/sessionTimes.ts'
import { equalTexts, hmac, newSessionToken, newToken, tokenHash } from '../security/tokens.ts'
import { isHttps, originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: { user: UserRow; tokenHash: string } | null
  }
}

/**
 * [Note: Sessions and CSRF]
 *
 * A session is a random token in an http-only cookie; the server keeps its hash. Strangers get a random visitor cookie
 * instead. `csrftoken`, which scripts can read, is an HMAC of whichever of the two is in force, so a value that
 * another site or an older session planted is worthless. Every API answer sets what is missing or no longer right.
 *
 * An unsafe request is looked at in this order: a session that has ended is 401 (where one is needed), a foreign
 * Origin is 403, and one that carries any of our cookies must repeat the right token in its header, else 403.
 * A client without cookies has nothing that another site could abuse.
 */
export function registerSessions(app: FastifyInstance, context: Context): void {
  app.register(cookie)
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const https = isHttps(context, request)
    const names = cookieNames(https)
    const sessionToken = request.cookies[names.session]
    const session = sessionToken === undefined ? undefined : await liveSession(context, sessionToken)
    if (session) {
      request.signedIn = { user: session.user, tokenHash: session.session.token_hash }
    }
    const owner = sessionToken !== undefined && session ? sessionToken : ensureVisitor(request, reply, https)
    const expected = csrfToken(context, owner)
    if (request.cookies[csrfCookie] !== expected) setCsrfCookie(reply, expected, https)

    if (!session && (request.routeOptions.config.access ?? 'administrator') === 'administrator') {
      if (sessionToken === undefined) throw unauthorized(detail.notAuthenticated)
      void reply.clearCookie(names.session, cookieOptions(https))
      throw unauthorized(detail.sessionExpired)
    }
    if (isSafe(request.method)) return
    const { origin } = request.headers
    const own = originOf(context, request)
    if (origin !== undefined && origin !== own) {
      request.log.warn(
        { origin, own },
        'foreign origin refused; behind a proxy set PUBLIC_URL or TRUST_PROXY',
      )
      throw forbidden(detail.csrf)
    }
    const carriesCookies = [names.session, names.visitor, csrfCookie].some(
      (name) => request.cookies[name] !== undefined,
    )
    const sent = request.headers[csrfHeader]
    if (carriesCookies && !(typeof sent === 'string' && equalTexts(sent, expected)))
      throw forbidden(detail.csrf)
  })
}

/** Begins a session under a new token and ends the one that the request came with. */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  userId: number,
): Promise<void> {
  const https = isHttps(context, request)
  const token = newSessionToken()
  const now = isoNow(context)
  if (request.signedIn) await deleteSession(context.db, request.signedIn.tokenHash)
  await insertSession(context.db, {
    token_hash: tokenHash(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
  })
  void reply.setCookie(cookieNames(https).session, token, {
    ...cookieOptions(https),
    maxAge: sessionLifetimeSeconds,
  })
  setCsrfCookie(reply, csrfToken(context, token), https)
}

export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<void> {
  const https = isHttps(context, request)
  if (request.signedIn) await deleteSession(context.db, request.signedIn.tokenHash)
  void reply.clearCookie(cookieNames(https).session, cookieOptions(https))
  setCsrfCookie(reply, csrfToken(context, ensureVisitor(request, reply, https)), https)
}

/** The administrator who makes the call. Only in routes whose access is 'administrator'. */
export function administrator(request: FastifyRequest): UserRow {
  if (!request.signedIn) throw unauthorized(detail.notAuthenticated)
  return request.signedIn.user
}

async function liveSession(context: Context, token: string) {
  const found = await findSession(context.db, tokenHash(token))
  if (found === undefined) return undefined
  const now = context.now()
  if (hasEnded(found.session, now)) {
    await deleteSession(context.db, found.session.token_hash)
    return undefined
  }
  if (found.session.last_seen_at < isoBefore(now, sessionTouchSeconds)) {
    await touchSession(context.db, found.session.token_hash, now.toISOString())
  }
  return found
}

const hasEnded = (session: SessionRow, now: Date): boolean =>
  session.last_seen_at < isoBefore(now, sessionIdleSeconds) ||
  session.created_at < isoBefore(now, sessionLifetimeSeconds)

/** The prefix makes browsers refuse the cookie from a subdomain or over plain http. */
function cookieNames(https: boolean) {
  const prefix = https ? '__Host-' : ''
  return { session: `${prefix}sealpost_session`, visitor: `${prefix}sealpost_visitor` }
}

const cookieOptions = (https: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: https,
})

const csrfToken = (context: Context, owner: string): string =>
  hmac(context.csrfSecret, `csrf ${owner}`).toString('base64url')

function setCsrfCookie(reply: FastifyReply, token: string, https: boolean): void {
  void reply.setCookie(csrfCookie, token, { ...cookieOptions(https), httpOnly: false })
}

function ensureVisitor(request: FastifyRequest, reply: FastifyReply, https: boolean): string {
  const name = cookieNames(https).visitor
  const present = request.cookies[name]
  if (present !== undefined && /^[A-Za-z0-9_-]{22}$/.test(present)) return present
  const visitor = newToken()
  void reply.setCookie(name, visitor, cookieOptions(https))
  return visitor
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
