import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import type { AuditKind } from '../../contract/auditKinds.ts'
import {
  changePassword,
  confirmEmail,
  disableTwoFactor,
  enableTwoFactor,
  requestEmailCode,
  setOwnLanguage,
  setOwnReminders,
  setupTwoFactor,
  updateCurrentUser,
} from '../../contract/schemas/auth.ts'
import { errorDetails } from '../../contract/errors.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { deleteApiTokensOfUser } from '../db/accounts/apiTokens.ts'
import { resealPrivateKey } from '../db/accounts/keyPairs.ts'
import { deleteLoginTicketsOfUser } from '../db/accounts/loginTickets.ts'
import { toFlag } from '../db/flag.ts'
import type { Db } from '../db/schema.ts'
import { deleteSessionsOfUser } from '../db/accounts/sessions.ts'
import * as twoFactor from '../db/accounts/twoFactor.ts'
import {
  changeVerifier,
  findUser,
  lockUnchangedUser,
  lockUser,
  NameTakenError,
  setUserLanguage,
  setWantsReminders,
  updateProfile,
} from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { badRequest, conflict, tooManyRequests, unauthorized } from '../http/errors.ts'
import { profileCodeMail } from '../mail/codeMails.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { currentUser, createSession, setSessionCookies } from '../plugins/sessions.ts'
import { emailCodeLifetimeSeconds } from '../util/lifetimes.ts'
import { confirmOwnEmail, issueOwnEmailCode } from '../security/ownEmail.ts'
import { newTotpSecret, totpUri, redeemTotpCode } from '../security/secondFactor.ts'
import { keyPairColumns } from './userKeyPair.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'
import { userResponse } from '../security/userResponse.ts'

/** Name, address, password and second factor of the signed-in user. Key pairs are in `userKeyPair.ts`, passkeys in `passkeys.ts`. */
export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { userPasswords, audit, db, limits } = context

  /** Call it in the transaction of the change. */
  const record = (trx: Db, request: FastifyRequest, kind: AuditKind, details: AuditDetails = {}) =>
    audit.record(trx, callerActor(request), { kind, accountId: currentUser(request).id, details })

  registerCall(app, updateCurrentUser, { access: 'user' }, async (request) => {
    const { current_password, username, email, display_name } = request.body
    const user = await requireOwnPassword(context, request, current_password, 'current_password')
    await transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      const before = await findUser(trx, user.id)
      await updateProfile(trx, user.id, { username, email, display_name })
      const changed = [
        ...(username !== undefined && username !== before.username ? ['username'] : []),
        ...(email !== undefined && email !== before.email ? ['email'] : []),
        ...(display_name !== undefined && display_name !== before.display_name ? ['display_name'] : []),
      ]
      if (changed.length > 0) await record(trx, request, 'profile-changed', { changed })
    }).catch((error: unknown) => {
      throw error instanceof NameTakenError ? conflict(errorDetails.usernameTaken) : error
    })
    return userResponse(await findUser(db, user.id))
  })

  registerCall(app, setOwnLanguage, { access: 'user' }, async (request) => {
    const { id } = currentUser(request)
    await setUserLanguage(db, id, request.body.language)
    return userResponse(await findUser(db, id))
  })

  registerCall(app, setOwnReminders, { access: 'user' }, async (request) => {
    const { id } = currentUser(request)
    await transact(db, async (trx) => {
      if (await setWantsReminders(trx, id, toFlag(request.body.wants_reminders)))
        await record(trx, request, 'profile-changed', { changed: ['wants_reminders'] })
    })
    return userResponse(await findUser(db, id))
  })

  registerCall(app, requestEmailCode, { access: 'user' }, async (request) => {
    await limits.codeRequests.consume(request)
    const issued = await issueOwnEmailCode(context, currentUser(request).id)
    if ('retryAfter' in issued) {
      await limits.codeRequests.forgive(request)
      throw tooManyRequests(issued.retryAfter * 1000)
    }
    const { email: to, code } = issued
    const [look, texts] = await Promise.all([
      context.branding.forMails(),
      loadMailTexts(currentUser(request).language),
    ])
    const origin = context.publicOrigin
    const mail = profileCodeMail({ to, code, minutes: emailCodeLifetimeSeconds / 60, origin, look, texts })
    context.mailer.sendInBackground(mail, request.log)
    return { message: 'A verification code is on its way to the address of your profile.' }
  })

  registerCall(app, confirmEmail, { access: 'user' }, async (request) => {
    const { id } = currentUser(request)
    await limits.verificationCode.consume(request, `own ${id}`)
    const recordConfirmed = (trx: Db, email: string) => record(trx, request, 'email-confirmed', { email })
    if (!(await confirmOwnEmail(context, id, request.body.code, recordConfirmed)))
      throw badRequest(errorDetails.badCode)
    await limits.verificationCode.forgive(request, `own ${id}`)
    return userResponse(await findUser(db, id))
  })

  registerCall(app, changePassword, { access: 'user' }, async (request, reply) => {
    const { body } = request
    const user = await requireOwnPassword(context, request, body.old_password, 'old_password')
    const { salt, iterations, encryptedPrivateKey, kdfSalt, kdfIterations } = body
    const verifier = await userPasswords.newVerifier(
      user,
      body.new_password,
      salt === undefined || iterations === undefined ? undefined : { salt, iterations },
    )
    const token = await transact(db, async (trx) => {
      if (!(await changeVerifier(trx, user, verifier))) throw unauthorized(errorDetails.badPassword)
      const current = await findUser(trx, user.id)
      if (encryptedPrivateKey !== undefined && kdfSalt !== undefined) {
        if (current.public_key_spki === null) throw conflict(errorDetails.publicKeyMissing)
        const belongsTo = body.public_key_spki ?? current.public_key_spki
        if (belongsTo !== current.public_key_spki) throw conflict(errorDetails.keyPairReplaced)
        const pair = keyPairColumns(current.public_key_spki, { encryptedPrivateKey, kdfSalt, kdfIterations })
        await resealPrivateKey(trx, user.id, pair, isoNow(context))
      }
      const sessions = await deleteSessionsOfUser(trx, user.id)
      await deleteLoginTicketsOfUser(trx, user.id)
      const api_tokens = await deleteApiTokensOfUser(trx, user.id)
      await record(trx, request, 'password-changed', { sessions, api_tokens })
      return createSession(trx, current, isoNow(context))
    })
    setSessionCookies(reply, context, token)
    return { message: 'Password changed.' }
  })

  registerCall(app, setupTwoFactor, { access: 'user' }, async (request) => {
    const { id, username } = currentUser(request)
    const secret = newTotpSecret()
    if (!(await twoFactor.setTotpSecret(db, id, secret))) throw conflict(errorDetails.twoFactorOn)
    return { secret, otp_uri: totpUri(secret, username) }
  })

  registerCall(app, enableTwoFactor, { access: 'user' }, async (request) => {
    const { id } = currentUser(request)
    await limits.ownPassword.consume(request, String(id))
    const user = await transact(db, async (trx) => {
      const current = await lockUser(trx, id)
      if (current.is_2fa_enabled === 1) throw conflict(errorDetails.twoFactorOn)
      if (current.totp_secret === null) throw conflict(errorDetails.twoFactorNotSetUp)
      if (!(await redeemTotpCode(trx, current, request.body.code, context.now())))
        throw badRequest(errorDetails.badCode)
      await twoFactor.enableTwoFactor(trx, id)
      await record(trx, request, 'second-factor-on')
      return findUser(trx, id)
    })
    await limits.ownPassword.forgive(request, String(id))
    return userResponse(user)
  })

  registerCall(app, disableTwoFactor, { access: 'user' }, async (request) => {
    const user = await requireOwnPassword(context, request, request.body.password)
    return transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      await twoFactor.disableTwoFactor(trx, user.id)
      // A pending sign-in must not succeed with a second factor that is set up later.
      await deleteLoginTicketsOfUser(trx, user.id)
      await record(trx, request, 'second-factor-off')
      return userResponse(await findUser(trx, user.id))
    })
  })
}
