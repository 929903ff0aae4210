import type { FastifyInstance } from 'fastify'
import { getEncryptedKey, getPublicKey, setEncryptedKey, setPublicKey } from '../../contract/schemas/auth.ts'
import { errorDetails } from '../../contract/errors.ts'
import type { SealedPrivateKey } from '../../contract/schemas/fields.ts'
import { legacyKdfIterations, maxKeyRequestBytes } from '../../contract/limits.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { findContacts } from '../db/accounts/contacts.ts'
import { type KeyPair, setKeyPair, setPendingPublicKey } from '../db/accounts/keyPairs.ts'
import { findUser, lockUser } from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { conflict, invalidField, notFound } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { isRecipientKey } from '../security/publicKeys.ts'
import { moveToNewKey, proveRosters } from '../sharing/moveToNewKey.ts'
import { userResponse } from '../security/userResponse.ts'

export function userKeyPairRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, limits } = context

  registerCall(app, setPublicKey, { access: 'user' }, async (request) => {
    const { id, password_kind } = currentUser(request)
    // The private key is sealed with the password.
    if (password_kind === 'none') throw conflict(errorDetails.keyPasswordMissing)
    requireRecipientKey(request.body.public_key_spki)
    await setPendingPublicKey(db, id, request.body.public_key_spki)
    return userResponse(await findUser(db, id))
  })

  registerCall(app, getPublicKey, { access: 'user' }, (request) => {
    const { public_key_spki } = userResponse(currentUser(request)).user
    return { public_key_spki }
  })

  registerCall(app, getEncryptedKey, { access: 'user' }, (request) => {
    const user = currentUser(request)
    if (user.encrypted_private_key === null || user.kdf_salt === null)
      throw notFound(errorDetails.keyDataMissing)
    return {
      encryptedPrivateKey: user.encrypted_private_key,
      kdfSalt: user.kdf_salt,
      ...(user.kdf_iterations !== null && { kdfIterations: user.kdf_iterations }),
    }
  })

  registerCall(app, setEncryptedKey, { access: 'user', bodyLimit: maxKeyRequestBytes }, async (request) => {
    const { body } = request
    if (body.public_key_spki !== undefined) requireRecipientKey(body.public_key_spki)
    if (body.rosters?.length) await limits.rosterChanges.consume(request, body.rosters.length)
    const rosters = await proveRosters(db, body.rosters ?? [], currentUser(request))
    const user = await transact(db, async (trx) => {
      const { id, ...current } = await lockUser(trx, currentUser(request).id)
      if (current.password_kind === 'none') throw conflict(errorDetails.keyPasswordMissing)
      if (body.in_force !== undefined && body.in_force !== current.public_key_spki) {
        throw conflict(errorDetails.keyPairReplaced)
      }
      const publicKey = body.public_key_spki ?? current.pending_public_key_spki ?? current.public_key_spki
      if (publicKey === null) throw conflict(errorDetails.publicKeyMissing)
      // Contacts are encrypted to the former key; they may have been written since the client last read
      // them.
      const isLeftBehind = publicKey !== current.public_key_spki && body.contacts === undefined
      if (isLeftBehind && (await findContacts(trx, id)) !== undefined)
        throw conflict(errorDetails.contactsMoved)
      const now = isoNow(context)
      const record = audit.recorder(callerActor(request))
      const attachments = { contacts: body.contacts, rosters }
      const moved = { id, public_key_spki: publicKey }
      await moveToNewKey(trx, context.storageLimits, moved, attachments, { now, record })
      await setKeyPair(trx, id, keyPairColumns(publicKey, body), now)
      await record(trx, {
        kind: current.public_key_spki === null ? 'key-set' : 'key-replaced',
        accountId: id,
      })
      return findUser(trx, id)
    })
    return userResponse(user)
  })
}

export const keyPairColumns = (publicKey: string, sealed: SealedPrivateKey): KeyPair => ({
  public_key_spki: publicKey,
  encrypted_private_key: sealed.encryptedPrivateKey,
  kdf_salt: sealed.kdfSalt,
  kdf_iterations: sealed.kdfIterations ?? legacyKdfIterations,
})

function requireRecipientKey(spkiB64: string): void {
  if (!isRecipientKey(spkiB64)) {
    throw invalidField(
      'public_key_spki',
      'Must be an RSA public key of 2048, 3072 or 4096 bits, exponent 65537.',
    )
  }
}
