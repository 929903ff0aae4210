import type { FastifyInstance } from 'fastify'
import {
  addPasskey,
  deletePasskey,
  getPasskeyWrap,
  listPasskeys,
  renamePasskey,
} from '../../contract/schemas/passkeys.ts'
import { errorDetails } from '../../contract/errors.ts'
import { maxPasskeys } from '../../contract/limits.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import * as passkeys from '../db/accounts/passkeys.ts'
import { findUser, lockUnchangedUser } from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, unauthorized } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'

/** Wraps of the private key for passkeys, which the server cannot open. FORMAT.md, 19: 'It never signs in.' */
export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db } = context

  registerCall(app, listPasskeys, { access: 'user' }, (request) =>
    passkeys.listPasskeys(db, currentUser(request).id),
  )

  registerCall(app, addPasskey, { access: 'user' }, async (request) => {
    const { password, public_key_spki, ...passkey } = request.body
    const user = await requireOwnPassword(context, request, password)
    return transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      const current = await findUser(trx, user.id)
      if (current.public_key_spki !== public_key_spki) throw conflict(errorDetails.keyPairReplaced)
      const present = await passkeys.listPasskeys(trx, user.id)
      if (present.some(({ credential_id }) => credential_id === passkey.credential_id))
        throw conflict(errorDetails.passkeyKnown)
      if (present.length >= maxPasskeys) throw conflict(errorDetails.tooManyPasskeys)
      const { name } = passkey
      await audit.record(trx, callerActor(request), {
        kind: 'passkey-added',
        accountId: user.id,
        details: { name },
      })
      return passkeys.insertPasskey(trx, { ...passkey, user_id: user.id, created_at: isoNow(context) })
    })
  })

  registerCall(app, getPasskeyWrap, { access: 'user' }, async (request) => {
    const { id: accountId } = currentUser(request)
    return transact(db, async (trx) => {
      const taken = await passkeys.recordPasskeyUse(trx, request.params.id, accountId, isoNow(context))
      const { public_key_spki } = await findUser(trx, accountId)
      if (taken === undefined || public_key_spki === null) throw notFound(errorDetails.passkeyNotFound)
      const { name, wrap } = taken
      // Recorded before the response, so that the wrap cannot be read unnoticed.
      await audit.record(trx, callerActor(request), {
        kind: 'passkey-wrap-fetched',
        accountId,
        details: { name },
      })
      return { wrap, public_key_spki }
    })
  })

  registerCall(app, renamePasskey, { access: 'user' }, async (request) => {
    const { password, name } = request.body
    const user = await requireOwnPassword(context, request, password)
    const { id: accountId } = user
    return transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      const renamed = await passkeys.renamePasskey(trx, request.params.id, accountId, name)
      if (renamed === undefined) throw notFound(errorDetails.passkeyNotFound)
      await audit.record(trx, callerActor(request), { kind: 'passkey-renamed', accountId, details: { name } })
      return renamed
    })
  })

  registerCall(app, deletePasskey, { access: 'user' }, async (request) => {
    const user = await requireOwnPassword(context, request, request.body.password)
    const { id: accountId } = user
    await transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      const name = await passkeys.deletePasskey(trx, request.params.id, accountId)
      if (name === undefined) throw notFound(errorDetails.passkeyNotFound)
      await audit.record(trx, callerActor(request), { kind: 'passkey-removed', accountId, details: { name } })
    })
  })
}
