import type { FastifyInstance } from 'fastify'
import {
  getCurrentUser,
  login,
  loginSecondStep,
  logout,
  prelogin,
  verifyPassword,
} from '../../contract/schemas/auth.ts'
import { errorDetails, otpRequired } from '../../contract/errors.ts'
import { usernameKey } from '../../contract/usernameKey.ts'
import { registerCall } from '../http/calls.ts'
import { anonymousActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { unauthorized } from '../http/errors.ts'
import { clearCookie } from '../plugins/cookies.ts'
import {
  currentUser,
  beginSession,
  endSession,
  issueLoginTicket,
  loginTicketHash,
} from '../plugins/sessions.ts'
import { principalOf } from '../http/principals.ts'
import { logFailedSignIn } from '../security/logFailedSignIn.ts'
import { userOfLoginTicket, redeemLoginTicket } from '../security/secondFactor.ts'
import { signsInByPassword } from '../security/userPasswords.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'
import { userResponse } from '../security/userResponse.ts'
import { transact } from '../db/transact.ts'

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { userPasswords, auditBuffer, db, limits } = context

  registerCall(app, prelogin, { access: 'public' }, async (request) => {
    await limits.prelogin.consume(request)
    return userPasswords.kdfParameters(request.body.username, context.now())
  })

  registerCall(app, login, { access: 'public' }, async (request, reply) => {
    const { username, password } = request.body
    const user = await limits.login.attempt(request, usernameKey(username), () =>
      userPasswords.checkLogin(username, password, principalOf(request)),
    )
    if (user === undefined || !signsInByPassword(user, context.singleSignOn?.isPasswordForOperatorOnly)) {
      auditBuffer.addFailure(anonymousActor(request), { kind: 'sign-in-failed', username })
      logFailedSignIn(request, 'password')
      throw unauthorized(errorDetails.badLogin)
    }
    await limits.login.forgive(request, usernameKey(username))
    if (user.is_2fa_enabled === 1) {
      await issueLoginTicket(reply, context, user)
      return { message: otpRequired, username: user.username }
    }
    await limits.signIns.consume(user.id)
    await beginSession(reply, context, user)
    return userResponse(user)
  })

  registerCall(app, loginSecondStep, { access: 'public' }, async (request, reply) => {
    const { username, code } = request.body
    const ticket = loginTicketHash(request, context)
    // Without a valid ticket the caller has not given the password, and must not use up the owner's attempts.
    const awaited =
      ticket === undefined ? undefined : await userOfLoginTicket(db, ticket, username, context.now())
    if (ticket === undefined || awaited === undefined) {
      clearCookie(context, reply, 'ticket')
      throw unauthorized(errorDetails.ticketEnded)
    }
    // Before the code is used up.
    await limits.signIns.consume(awaited.id)
    await limits.secondStep.consume(request, String(awaited.id))
    const outcome = await transact(db, (trx) => redeemLoginTicket(trx, ticket, code, context.now()))
    if (outcome === 'wrong code' || outcome === 'too many tries') {
      auditBuffer.addFailure(anonymousActor(request), { kind: 'second-factor-failed', accountId: awaited.id })
      logFailedSignIn(request, 'code')
    }
    if (outcome === 'wrong code') throw unauthorized(errorDetails.badCode)
    if (outcome === 'ticket ended' || outcome === 'too many tries') {
      clearCookie(context, reply, 'ticket')
      throw unauthorized(outcome === 'ticket ended' ? errorDetails.ticketEnded : errorDetails.ticketTries)
    }
    await limits.secondStep.forgive(request, String(awaited.id))
    await beginSession(reply, context, outcome.user)
    return userResponse(outcome.user)
  })

  registerCall(app, logout, { access: 'public' }, async (_request, reply) => {
    await endSession(reply, context)
  })

  registerCall(app, getCurrentUser, { access: 'user' }, (request) => userResponse(currentUser(request)))

  registerCall(app, verifyPassword, { access: 'user' }, async (request) => {
    await requireOwnPassword(context, request, request.body.password)
    return { message: 'Password verified.' }
  })
}
