import type { FastifyInstance } from 'fastify'
import { deleteRecoveryBox, getRecoveryBox, setRecoveryBox } from '../../contract/schemas/auth.ts'
import { errorDetails } from '../../contract/errors.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import * as keyPairs from '../db/accounts/keyPairs.ts'
import { findUser, lockUnchangedUser } from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, unauthorized } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'
import { userResponse } from '../security/userResponse.ts'

/** Boxes of recovery codes, which the server cannot open. FORMAT.md, 12: 'keeps the box with the pair in force'. */
export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db } = context

  registerCall(app, getRecoveryBox, { access: 'user' }, async (request) => {
    const { id: accountId, recovery_box, recovery_box_made_at, public_key_spki } = currentUser(request)
    if (recovery_box === null || recovery_box_made_at === null || public_key_spki === null)
      throw notFound(errorDetails.recoveryBoxMissing)
    await context.limits.changes.consume(accountId)
    // Recorded before the response, so that the box cannot be read unnoticed.
    await audit.record(db, callerActor(request), { kind: 'recovery-box-fetched', accountId })
    return { recovery_box, made_at: recovery_box_made_at, public_key_spki }
  })

  registerCall(app, setRecoveryBox, { access: 'user' }, async (request) => {
    const { password, recovery_box, public_key_spki } = request.body
    const user = await requireOwnPassword(context, request, password)
    return transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      const current = await findUser(trx, user.id)
      if (current.public_key_spki !== public_key_spki) throw conflict(errorDetails.keyPairReplaced)
      const recovery_box_made_at = isoNow(context)
      await keyPairs.setRecoveryBox(trx, user.id, { recovery_box, recovery_box_made_at })
      await audit.record(trx, callerActor(request), { kind: 'recovery-code-made', accountId: user.id })
      return userResponse(await findUser(trx, user.id))
    })
  })

  registerCall(app, deleteRecoveryBox, { access: 'user' }, async (request) => {
    const user = await requireOwnPassword(context, request, request.body.password)
    return transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      await keyPairs.setRecoveryBox(trx, user.id, null)
      await audit.record(trx, callerActor(request), { kind: 'recovery-code-removed', accountId: user.id })
      return userResponse(await findUser(trx, user.id))
    })
  })
}
