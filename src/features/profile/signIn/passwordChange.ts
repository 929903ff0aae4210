import { callApi } from '../../../api/client.ts'
import {
  type Bytes,
  deriveLoginVerifier,
  fingerprint,
  isCryptoError,
  newPasswordKdf,
  openPrivateKey,
  publicKeyOf,
  type SealedPrivateKey,
  sealPrivateKey,
  toBase64,
} from '../../../../core/crypto/index.ts'
import { FaultError } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { mayHaveSucceeded } from '../../../../core/faults/retries.ts'
import { type ForeignKey, checkOpenedKey } from '../../../session/knownKey.ts'
import { confirmLoginPassword, notifyKeyChanged } from '../../../session/session.ts'

interface PasswordChange {
  username: string
  oldPassword: string
  newPassword: string
  /** True to leave the stored key as it is, as the old password does not open it. */
  withoutKey?: boolean
  /** Fingerprint of a key that is unknown to this device, but that the person recognized. */
  acceptedFingerprint?: string | null
}

/** Nothing was changed if the old password does not open the key, or this device does not know the key. */
type PasswordChangeOutcome = 'changed' | 'key-not-opened' | ForeignKey

/** The password may have been changed, and the key resealed with it: the answer did not arrive. */
export class PasswordUnclearError extends FaultError {}

/**
 * [Note: No key that no password opens] The stored key is opened with the old password and resealed with the
 * new one first, then sent in the same request that changes the password: the server accepts both or neither.
 * The request names the public key, so that a pair replaced in another window is not overwritten by the
 * former private key.
 * @throws FaultError, with code 'badPassword' if the old password is wrong; PasswordUnclearError
 */
async function changeLoginPassword(change: PasswordChange): Promise<PasswordChangeOutcome> {
  const { username, oldPassword, newPassword, withoutKey = false, acceptedFingerprint = null } = change
  const old_password = await confirmLoginPassword(username, oldPassword)
  const stored = withoutKey ? null : await fetchSealedKey()
  const pkcs8Bytes = stored && (await openKeyBytes(stored, oldPassword))
  if (stored && !pkcs8Bytes) return 'key-not-opened'
  let resealed
  try {
    if (pkcs8Bytes) {
      const spkiBytes = await publicKeyOf(pkcs8Bytes)
      const { b64u } = await fingerprint(spkiBytes)
      // Otherwise a former key would become one that the new password opens.
      const foreign = await checkOpenedKey({ username, fingerprint: b64u }, acceptedFingerprint)
      if (foreign) return foreign
      resealed = { ...(await sealPrivateKey(pkcs8Bytes, newPassword)), public_key_spki: toBase64(spkiBytes) }
    }
  } finally {
    pkcs8Bytes?.fill(0)
  }

  const { kdf, iterations, salt } = newPasswordKdf()
  const body = {
    old_password,
    new_password: await deriveLoginVerifier(newPassword, { kdf, iterations, salt }),
    iterations,
    salt,
    ...resealed,
  }
  await callApi('changePassword', { body }).catch((error: unknown) => {
    const failed = faultOf(error)
    throw mayHaveSucceeded(failed) ? new PasswordUnclearError(failed, { cause: error }) : error
  })
  notifyKeyChanged()
  return 'changed'
}

export type PasswordDecision = { type: 'key-not-opened' } | { type: 'foreign'; key: ForeignKey }

/** Changes the password, and asks for decisions. @returns null if the person declined @throws FaultError, PasswordUnclearError */
export async function changePasswordInteractively(
  change: PasswordChange,
  ask: (decision: PasswordDecision) => Promise<true | null>,
): Promise<PasswordChange | null> {
  const outcome = await changeLoginPassword(change)
  if (outcome === 'changed') return change
  if (outcome === 'key-not-opened')
    return (await ask({ type: outcome })) && changePasswordInteractively({ ...change, withoutKey: true }, ask)
  const confirmed = await ask({ type: 'foreign', key: outcome })
  return (
    confirmed && changePasswordInteractively({ ...change, acceptedFingerprint: outcome.fingerprint }, ask)
  )
}

export async function fetchSealedKey(): Promise<SealedPrivateKey | null> {
  return callApi('getEncryptedKey').catch((error: unknown) => {
    if (faultOf(error).status === 404) return null
    throw error
  })
}

async function openKeyBytes(stored: SealedPrivateKey, password: string): Promise<Bytes | null> {
  return openPrivateKey(stored, password).catch((error: unknown) => {
    if (isCryptoError(error)) return null
    throw error
  })
}
