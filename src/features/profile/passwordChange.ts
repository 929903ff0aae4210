import { callApi } from '../../api/client.ts'
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
} from '../../../core/crypto/index.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { type ForeignKey, foreignKey } from '../../session/knownKey.ts'
import { confirmLoginPassword, loginVerifier, tellKeyChanged } from '../../session/session.ts'

export interface PasswordChange {
  username: string
  oldPassword: string
  newPassword: string
  /** Leave the stored key alone: it does not open with the old password, and stays sealed as it is. */
  withoutKey?: boolean
  /** The fingerprint of a key that this device did not know, and the person takes for theirs. */
  accepted?: string | null
}

/**
 * 'key-not-opened': nothing was changed, since the stored private key does not open with the old password. A foreign
 * key: nor was anything, since this device does not know the key that the server gave back.
 */
export type PasswordChangeOutcome = 'changed' | 'key-not-opened' | ForeignKey

/**
 * [Note: No key that no password opens]
 * The stored key is opened with the old password and sealed with the new one before anything is changed, and travels in
 * the one request that changes the password: the server takes both or neither. The request names the key's public half,
 * so that a pair that was replaced meanwhile, in another window, is not overwritten by the private key of the former.
 *
 * @throws FaultError; 401 'Incorrect password provided.' when the old one is wrong
 */
async function changeLoginPassword(change: PasswordChange): Promise<PasswordChangeOutcome> {
  const { username, oldPassword, newPassword, withoutKey = false, accepted = null } = change
  await confirmLoginPassword(username, oldPassword)
  const stored = withoutKey ? null : await storedKey()
  const pkcs8Bytes = stored && (await openedKey(stored, oldPassword))
  if (stored && !pkcs8Bytes) return 'key-not-opened'
  let resealed
  try {
    if (pkcs8Bytes) {
      const spkiBytes = await publicKeyOf(pkcs8Bytes)
      const { b64u } = await fingerprint(spkiBytes)
      // A former key would become one that the new password opens.
      const foreign = await foreignKey({ username, fingerprint: b64u }, accepted)
      if (foreign) return foreign
      resealed = {
        ...(await sealPrivateKey(pkcs8Bytes, newPassword)),
        public_key_spki: toBase64(spkiBytes),
      }
    }
  } finally {
    pkcs8Bytes?.fill(0)
  }

  const { kdf, iterations, salt } = newPasswordKdf()
  await callApi('changePassword', {
    body: {
      old_password: await loginVerifier(username, oldPassword),
      new_password: await deriveLoginVerifier(newPassword, { kdf, iterations, salt }),
      iterations,
      salt,
      ...resealed,
    },
  })
  tellKeyChanged()
  return 'changed'
}

/** What the person has to decide before the password can be changed. */
export type PasswordDecision = { type: 'key-not-opened' } | { type: 'foreign'; key: ForeignKey }

/**
 * As `changeLoginPassword`, and asks where it cannot go on by itself.
 * @returns what was changed; null when the person decided against it
 * @throws FaultError
 */
export async function changeWithDecisions(
  change: PasswordChange,
  ask: (decision: PasswordDecision) => Promise<true | null>,
): Promise<PasswordChange | null> {
  const outcome = await changeLoginPassword(change)
  if (outcome === 'changed') return change
  if (outcome === 'key-not-opened')
    return (await ask({ type: outcome })) && changeWithDecisions({ ...change, withoutKey: true }, ask)
  const goesOn = await ask({ type: 'foreign', key: outcome })
  return goesOn && changeWithDecisions({ ...change, accepted: outcome.fingerprint }, ask)
}

/** Null when none is stored. */
export async function storedKey(): Promise<SealedPrivateKey | null> {
  return callApi('getEncryptedKey').catch((error: unknown) => {
    if (faultOf(error).status === 404) return null
    throw error
  })
}

/** Null when the password does not open it. */
async function openedKey(stored: SealedPrivateKey, password: string): Promise<Bytes | null> {
  return openPrivateKey(stored, password).catch((error: unknown) => {
    if (isCryptoError(error)) return null
    throw error
  })
}
