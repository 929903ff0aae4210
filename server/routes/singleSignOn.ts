import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { sameOriginPath } from '../../contract/sameOriginPath.ts'
import type { SignInOutcome } from '../../contract/signInOutcomes.ts'
import {
  finishSingleSignOn,
  getSignIn,
  getSingleSignOnLink,
  linkSingleSignOn,
  setKeyPassword,
  startSingleSignOn,
  unlinkSingleSignOn,
} from '../../contract/schemas/singleSignOn.ts'
import { callerActor, anonymousActor, userActor } from '../audit/audit.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { deleteLoginTicketsOfUser } from '../db/accounts/loginTickets.ts'
import {
  deleteIdentity,
  findIdentity,
  findIdentityOfUser,
  type OidcPerson,
  IdentityTakenError,
  setIdentity,
} from '../db/accounts/oidcIdentities.ts'
import type { Db } from '../db/schema.ts'
import { deleteSession, deleteSessionsOfUser, findSession } from '../db/accounts/sessions.ts'
import { transact } from '../db/transact.ts'
import {
  changeVerifier,
  findUser,
  lockUnchangedUser,
  lockUser,
  setPasswordKind,
} from '../db/accounts/users.ts'
import {
  conflict,
  HttpError,
  isTooManyRequests,
  notFound,
  unauthorized,
  unavailable,
} from '../http/errors.ts'
import {
  currentUser,
  beginSession,
  createSession,
  issueLoginTicket,
  setSessionCookies,
} from '../plugins/sessions.ts'
import { logFailedSignIn } from '../security/logFailedSignIn.ts'
import { signsInByPassword } from '../security/userPasswords.ts'
import {
  type SsoAttempt,
  beginSsoAttempt,
  clearSsoAttempt,
  readSsoAttempt,
} from '../singleSignOn/ssoAttempt.ts'
import { loginPathOf, redirectPage, redirectPagePolicy, profilePathOf } from '../singleSignOn/ssoRedirect.ts'
import { ProviderError } from '../singleSignOn/oidcClient.ts'
import type { SingleSignOn } from '../singleSignOn/singleSignOn.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'
import { userResponse } from '../security/userResponse.ts'

/** Sign-in with a provider: see [Note: Single sign-on]. */
export function singleSignOnRoutes(app: FastifyInstance, context: Context): void {
  const { userPasswords, audit, auditBuffer, db, limits, singleSignOn } = context

  registerCall(app, getSignIn, { access: 'public' }, () => ({
    provider: singleSignOn?.name ?? null,
    passwords:
      singleSignOn?.isPasswordForOperatorOnly === true ? ('operator' as const) : ('everybody' as const),
  }))

  registerCall(app, startSingleSignOn, { access: 'public' }, async (request, reply) => {
    const sso = requireSingleSignOn(singleSignOn)
    // Prevents login CSRF: another site must not sign a user in, or in as somebody else.
    if (isFromOtherSite(request)) return reply.redirect('/login', 303)
    const to = sameOriginPath(request.query.to)
    try {
      await limits.singleSignOn.consume(request)
      const session = request.signedIn?.session ?? null
      const attempt = beginSsoAttempt(reply, context, sso, { kind: 'sign-in', session, to })
      return await reply.redirect((await sso.provider.authorizationUrl(attempt)).href, 303)
    } catch (error) {
      return reply.redirect(loginPathOf(outcomeOfError(error, request), to), 303)
    }
  })

  registerCall(app, finishSingleSignOn, { access: 'public' }, async (request, reply) => {
    const sso = requireSingleSignOn(singleSignOn)
    const search = /\?.*/s.exec(request.url)?.[0] ?? ''
    const attempt = readSsoAttempt(request, context, sso)
    // A response to another browser's or an earlier attempt. The current attempt continues.
    if (attempt === undefined || !isResponseTo(attempt, search))
      return sendRedirectPage(reply, loginPathOf('ended'))
    clearSsoAttempt(reply, context)
    const outcome = await handleCallback(request, reply, sso, search, attempt)
    if (attempt.kind === 'link') return sendRedirectPage(reply, profilePathOf(outcome))
    return sendRedirectPage(reply, loginPathOf(outcome, attempt.to))
  })

  async function handleCallback(
    request: FastifyRequest,
    reply: FastifyReply,
    sso: SingleSignOn,
    search: string,
    attempt: SsoAttempt,
  ): Promise<SignInOutcome> {
    try {
      await limits.singleSignOn.consume(request)
      const person = await sso.provider.authenticatePerson(search, attempt)
      const outcome =
        attempt.kind === 'link'
          ? await linkPerson(request, person, attempt)
          : await signIn(request, reply, person, attempt)
      // Both requests of this attempt: a successful sign-in does not count.
      for (let n = 0; n < 2; n++) await limits.singleSignOn.forgive(request)
      return outcome
    } catch (error) {
      return outcomeOfError(error, request)
    }
  }

  /** @throws UnlinkedError; HttpError 401 if the user was changed meanwhile */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    person: OidcPerson,
    { session }: Extract<SsoAttempt, { kind: 'sign-in' }>,
  ): Promise<SignInOutcome> {
    const identity = await findIdentity(db, person)
    if (identity === undefined) throw new UnlinkedError()
    const user = await findUser(db, identity.user_id)
    if (user.is_active !== 1) {
      auditBuffer.addFailure(anonymousActor(request), { kind: 'sign-in-failed', username: user.username })
      throw new UnlinkedError()
    }
    const isStillLinked = async (trx: Db) => (await findIdentity(trx, person))?.user_id === user.id
    const needsCode = user.is_2fa_enabled === 1
    if (!needsCode) await limits.signIns.consume(user.id)
    // The Strict cookie of the former session is not sent with this request.
    if (session !== null) await deleteSession(db, session)
    if (needsCode) {
      await issueLoginTicket(reply, context, user, isStillLinked)
      return 'code'
    }
    await beginSession(reply, context, user, isStillLinked)
    return 'done'
  }

  function linkPerson(
    request: FastifyRequest,
    person: OidcPerson,
    { session, user }: Extract<SsoAttempt, { kind: 'link' }>,
  ): Promise<SignInOutcome> {
    return transact(db, async (trx) => {
      await lockUser(trx, user)
      if ((await findSession(trx, session))?.user.id !== user) return 'ended'
      await setIdentity(trx, { ...person, user_id: user, linked_at: isoNow(context) })
      await audit.record(trx, userActor(request, user), { kind: 'provider-linked', accountId: user })
      return 'linked'
    })
  }

  registerCall(app, getSingleSignOnLink, { access: 'user' }, async (request) => {
    const user = currentUser(request)
    const identity = await findIdentityOfUser(db, user.id)
    return {
      provider: singleSignOn?.name ?? null,
      link: identity
        ? {
            linked_at: identity.linked_at,
            is_other_provider: identity.issuer !== singleSignOn?.provider.issuer,
            is_only_way_in: !signsInByPassword(user, singleSignOn?.isPasswordForOperatorOnly),
          }
        : null,
    }
  })

  registerCall(app, linkSingleSignOn, { access: 'user' }, async (request, reply) => {
    const sso = requireSingleSignOn(singleSignOn)
    const { id } = await requireOwnPassword(context, request, request.body.password)
    const session = request.signedIn?.session
    if (session == null) throw unauthorized(errorDetails.notAuthenticated)
    const attempt = beginSsoAttempt(reply, context, sso, { kind: 'link', session, user: id })
    const address = await sso.provider.authorizationUrl(attempt).catch((error: unknown) => {
      outcomeOfError(error, request)
      throw unavailable(errorDetails.providerUnavailable)
    })
    return { address: address.href }
  })

  registerCall(app, unlinkSingleSignOn, { access: 'user' }, async (request, reply) => {
    const user = await requireOwnPassword(context, request, request.body.password)
    if (!signsInByPassword(user, singleSignOn?.isPasswordForOperatorOnly))
      throw conflict(errorDetails.onlyWayIn)
    const token = await transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      await deleteIdentity(trx, user.id)
      await audit.record(trx, callerActor(request), { kind: 'provider-unlinked', accountId: user.id })
      await deleteSessionsOfUser(trx, user.id)
      await deleteLoginTicketsOfUser(trx, user.id)
      return createSession(trx, user, isoNow(context))
    })
    setSessionCookies(reply, context, token)
  })

  registerCall(app, setKeyPassword, { access: 'user' }, async (request) => {
    const { new_password, salt, iterations } = request.body
    const user = currentUser(request)
    if (user.password_kind !== 'none') throw conflict(errorDetails.keyPasswordSet)
    const verifier = await userPasswords.newVerifier(user, new_password, { salt, iterations })
    return transact(db, async (trx) => {
      if (!(await changeVerifier(trx, user, verifier))) throw conflict(errorDetails.keyPasswordSet)
      await setPasswordKind(trx, user.id, 'key')
      await audit.record(trx, callerActor(request), { kind: 'key-password-set', accountId: user.id })
      return userResponse(await findUser(trx, user.id))
    })
  })
}

/** No active user is linked to the person. */
class UnlinkedError extends Error {
  override readonly name = 'UnlinkedError'
}

/** Outcome to report. The log gets a reason without any texts of the provider. */
function outcomeOfError(error: unknown, request: FastifyRequest): SignInOutcome {
  if (error instanceof ProviderError) {
    request.log.warn({ outcome: error.outcome, reason: error.reason }, 'single sign-on failed')
    return error.outcome
  }
  if (error instanceof UnlinkedError) {
    logFailedSignIn(request, 'provider')
    return 'unknown'
  }
  if (error instanceof IdentityTakenError) return 'taken'
  if (isTooManyRequests(error)) return 'busy'
  if (error instanceof HttpError && error.statusCode === 401) return 'ended'
  throw error
}

function requireSingleSignOn(singleSignOn: SingleSignOn | undefined): SingleSignOn {
  if (singleSignOn === undefined) throw notFound(errorDetails.singleSignOnOff)
  return singleSignOn
}

const isResponseTo = ({ state }: SsoAttempt, search: string): boolean =>
  new URLSearchParams(search).get('state') === state

const isFromOtherSite = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

const sendRedirectPage = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .header('content-security-policy', redirectPagePolicy)
    .type('text/html; charset=utf-8')
    .send(redirectPage(path))
