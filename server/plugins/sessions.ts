import type { AuditBufferDep } from '../audit/auditBuffer.ts'
import type { RateLimitsDep } from '../security/rateLimits.ts'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { callerActor, userActor, type AuditDep } from '../audit/audit.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { deleteLoginTicket, insertLoginTicket } from '../db/accounts/loginTickets.ts'
import type { Db, SessionRow, UserRow } from '../db/schema.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../db/accounts/sessions.ts'
import { transact } from '../db/transact.ts'
import { lockUnchangedUser, setLastOrigin } from '../db/accounts/users.ts'
import { badRequest, forbidden, unauthorized } from '../http/errors.ts'
import { bearerTokenOf, authenticateApiToken } from '../security/apiTokens.ts'
import {
  sessionIdleSeconds,
  sessionLifetimeSeconds,
  maxSessionsPerUser,
  sessionTouchSeconds,
  loginTicketLifetimeSeconds,
} from '../util/lifetimes.ts'
import { timingSafeEqualTexts, hmac, newSecretToken, newToken, tokenHash } from '../util/tokens.ts'
import { clearCookie, isOurCookie, readCookie, setCookie, setCsrfCookie } from './cookies.ts'
import { originOf } from './origin.ts'
import type { DbDep } from '../db/database.ts'
import type { RouteSettings } from '../config/config.ts'
import { fromFlag } from '../db/flag.ts'

export interface CsrfSecretDep {
  /** Key of the CSRF tokens. */
  csrfSecret: Buffer
}

type SessionDeps = AuditDep &
  AuditBufferDep &
  RateLimitsDep &
  CsrfSecretDep &
  DbDep &
  ClockDep &
  Pick<RouteSettings, 'publicOrigin'>

declare module 'fastify' {
  interface FastifyRequest {
    /** `session` is its token's hash; null for requests with an API token, whose name is `apiToken`. */
    signedIn: { user: UserRow; session: string | null; apiToken?: string } | null
  }
}

/**
 * [Note: Sessions and CSRF]
 *
 * A session is a random token in an HttpOnly cookie; the server stores its hash. Visitors without a session get a
 * random visitor cookie instead. `csrftoken`, which scripts can read, is an HMAC of whichever of the two is in use, so
 * a value that another site or an older session has planted is worthless. Every API response sets cookies that are
 * missing or outdated.
 *
 * An unsafe request is checked in this order: an expired session is 401 (if one is needed), a foreign Origin is 403,
 * and a request with any of our cookies must repeat the right token in its header, else 403. A client without cookies
 * has nothing that another site could abuse.
 *
 * With a second factor, the right password or the provider ([Note: Single sign-on]) yields a ticket first: a token like
 * a session's, with a table and a cookie of its own, valid for nothing but the second step. Every step starts with new
 * random values and ends the session and the ticket of the request.
 *
 * The origin of a person's last checked request is where mails to them lead, unless PUBLIC_URL is set: no stranger can
 * choose it by a Host header.
 *
 * None of this applies to requests with an API token ([Note: API tokens]): they have none of our cookies and get none,
 * and browsers do not add the token by themselves, so no CSRF token is needed.
 */
export function registerSessions(app: FastifyInstance, deps: SessionDeps): void {
  app.register(cookie)
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const apiToken = bearerTokenOf(request)
    if (apiToken !== undefined) {
      if (carriesOurCookies(request)) throw badRequest(errorDetails.tokenWithCookies)
      const { user, name } = await authenticateApiToken(deps, request, apiToken)
      request.signedIn = { user, session: null, apiToken: name }
      return
    }
    const sessionToken = readCookie(deps, request, 'session')
    const session = sessionToken === undefined ? undefined : await resumeSession(deps, sessionToken)
    if (session) {
      request.signedIn = { user: session.user, session: session.session.token_hash }
    }
    // Cross-site requests come without the Strict cookies, though the browser has them: none may be replaced.
    const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
    const visitor = () => (isForeign ? newToken() : ensureVisitorCookie(deps, reply))
    const owner = sessionToken !== undefined && session ? sessionToken : visitor()
    const expected = csrfToken(deps, owner)
    if (request.cookies[csrfCookie] !== expected && !isForeign) setCsrfCookie(deps, reply, expected)

    if (!session && (request.routeOptions.config.access ?? 'user') === 'user') {
      if (sessionToken === undefined) throw unauthorized(errorDetails.notAuthenticated)
      clearCookie(deps, reply, 'session')
      throw unauthorized(errorDetails.sessionExpired)
    }
    if (isSafeMethod(request.method)) return
    const { origin } = request.headers
    const ownOrigin = originOf(deps, request)
    if (origin !== undefined && origin !== ownOrigin) {
      request.log.warn(
        { origin, own: ownOrigin },
        'foreign origin refused; behind a proxy set PUBLIC_URL or TRUST_PROXY',
      )
      throw forbidden(errorDetails.csrf)
    }
    const sent = request.headers[csrfHeader]
    if (carriesOurCookies(request) && !(typeof sent === 'string' && timingSafeEqualTexts(sent, expected)))
      throw forbidden(errorDetails.csrf)
    if (session && origin !== undefined && origin !== session.user.last_origin)
      await setLastOrigin(deps.db, session.user.id, origin)
  })
}

/** Checks, while the user is locked, that what authenticated them is still valid. */
type ValidityCheck = (trx: Db) => Promise<boolean>
const alwaysValid: ValidityCheck = () => Promise.resolve(true)

/**
 * Starts a session with a new token and ends the session and the ticket of the request.
 * @throws HttpError 401 if since `user` was read the user has been disabled, their password has changed, or what
 *   authenticated them is no longer valid
 */
export async function beginSession(
  reply: FastifyReply,
  deps: SessionDeps,
  user: UserRow,
  isStillValid = alwaysValid,
): Promise<void> {
  await endFormerSession(reply, deps)
  const token = await transact(deps.db, async (trx) => {
    const made = await createSession(trx, user, isoNow(deps))
    if (!(await isStillValid(trx))) throw unauthorized(errorDetails.badLogin)
    await deps.audit.record(trx, userActor(reply.request, user.id), {
      kind: 'signed-in',
      accountId: user.id,
    })
    return made
  })
  setSessionCookies(reply, deps, token)
}

/** Creates a session and returns its token, for `setSessionCookies` after the commit. @throws as `beginSession` */
export async function createSession(trx: Db, user: UserRow, now: string): Promise<string> {
  if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badLogin)
  const token = newSecretToken()
  const session = { token_hash: tokenHash(token), user_id: user.id, created_at: now, last_seen_at: now }
  await insertSession(trx, session, maxSessionsPerUser)
  return token
}

export function setSessionCookies(reply: FastifyReply, deps: SessionDeps, token: string): void {
  setCookie(deps, reply, 'session', token, { maxAge: sessionLifetimeSeconds })
  setCsrfCookie(deps, reply, csrfToken(deps, token))
}

export async function endSession(reply: FastifyReply, deps: SessionDeps): Promise<void> {
  await endFormerSession(reply, deps)
  setVisitorCookies(reply, deps)
}

/** Issues the ticket for the second step; session and ticket of the request end. @throws as `beginSession` */
export async function issueLoginTicket(
  reply: FastifyReply,
  deps: SessionDeps,
  user: UserRow,
  isStillValid = alwaysValid,
): Promise<void> {
  await endFormerSession(reply, deps)
  const token = newSecretToken()
  const ticket = { token_hash: tokenHash(token), user_id: user.id, created_at: isoNow(deps) }
  await transact(deps.db, async (trx) => {
    if (!(await lockUnchangedUser(trx, user)) || !(await isStillValid(trx)))
      throw unauthorized(errorDetails.badLogin)
    await insertLoginTicket(trx, ticket)
  })
  setCookie(deps, reply, 'ticket', token, { maxAge: loginTicketLifetimeSeconds })
  setVisitorCookies(reply, deps)
}

export function loginTicketHash(request: FastifyRequest, deps: SessionDeps): string | undefined {
  const token = readCookie(deps, request, 'ticket')
  return token === undefined ? undefined : tokenHash(token)
}

async function endFormerSession(reply: FastifyReply, deps: SessionDeps): Promise<void> {
  const { request } = reply
  const { signedIn } = request
  const session = signedIn?.session
  if (signedIn != null && session != null)
    await transact(deps.db, async (trx) => {
      if (!(await deleteSession(trx, session))) return
      const event = { kind: 'signed-out', accountId: signedIn.user.id } as const
      await deps.audit.record(trx, callerActor(request), event)
    })
  if (readCookie(deps, request, 'session') !== undefined) clearCookie(deps, reply, 'session')
  const ticket = loginTicketHash(request, deps)
  if (ticket === undefined) return
  await deleteLoginTicket(deps.db, ticket)
  clearCookie(deps, reply, 'ticket')
}

/** Returns the signed-in user. Only for routes whose access is 'user'. */
export function currentUser(request: FastifyRequest): UserRow {
  if (!request.signedIn) throw unauthorized(errorDetails.notAuthenticated)
  return request.signedIn.user
}

/** Refuses all but the operator. @param refusal text of the response @throws HttpError 403 */
export function requireOperator(request: FastifyRequest, refusal: string): Promise<void> {
  return fromFlag(currentUser(request).is_operator) ? Promise.resolve() : Promise.reject(forbidden(refusal))
}

async function resumeSession(deps: SessionDeps, token: string) {
  const found = await findSession(deps.db, tokenHash(token))
  if (found === undefined) return undefined
  const now = deps.now()
  if (hasExpired(found.session, now)) {
    await deleteSession(deps.db, found.session.token_hash)
    return undefined
  }
  if (found.session.last_seen_at < isoBefore(now, sessionTouchSeconds)) {
    await touchSession(deps.db, found.session.token_hash, now.toISOString())
  }
  return found
}

const hasExpired = (session: SessionRow, now: Date): boolean =>
  session.last_seen_at < isoBefore(now, sessionIdleSeconds) ||
  session.created_at < isoBefore(now, sessionLifetimeSeconds)

const csrfToken = (deps: SessionDeps, owner: string): string =>
  hmac(deps.csrfSecret, `csrf ${owner}`).toString('base64url')

function ensureVisitorCookie(deps: SessionDeps, reply: FastifyReply): string {
  const present = readCookie(deps, reply.request, 'visitor')
  if (present !== undefined && /^[A-Za-z0-9_-]{22}$/.test(present)) return present
  return setNewVisitorCookie(deps, reply)
}

function setNewVisitorCookie(deps: SessionDeps, reply: FastifyReply): string {
  const visitor = newToken()
  setCookie(deps, reply, 'visitor', visitor)
  return visitor
}

function setVisitorCookies(reply: FastifyReply, deps: SessionDeps): void {
  setCsrfCookie(deps, reply, csrfToken(deps, setNewVisitorCookie(deps, reply)))
}

const carriesOurCookies = ({ cookies }: FastifyRequest): boolean => Object.keys(cookies).some(isOurCookie)

/** True if the method is safe (RFC 9110). */
export const isSafeMethod = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
