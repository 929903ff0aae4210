import { callApi } from '../../api/client.ts'
import { ApiError } from '../../api/errorCatalogue.ts'
import {
  deriveLoginVerifier,
  isCryptoError,
  newPasswordKdf,
  openPrivateKey,
  publicKeyOf,
  type SealedPrivateKey,
  sealPrivateKey,
  toBase64,
} from '../../crypto/index.ts'
import { confirmLoginPassword, loginVerifier, tellKeyChanged } from '../../session/session.ts'

export interface PasswordChange {
  username: string
  oldPassword: string
  newPassword: string
  /** Leave the stored key alone: it does not open with the old password, and stays sealed as it is. */
  withoutKey?: boolean
}

/** 'key-not-opened': nothing was changed, since the stored private key does not open with the old password. */
export type PasswordChangeOutcome = 'changed' | 'key-not-opened'

/**
 * [Note: No key that no password opens]
 * The stored key is opened with the old password and sealed with the new one before anything is changed, and travels in
 * the one request that changes the password: the server takes both or neither. The request names the key's public half,
 * so that a pair that was replaced meanwhile, in another window, is not overwritten by the private key of the former.
 *
 * @throws ApiError; 401 'Incorrect password provided.' when the old one is wrong
 */
export async function changeLoginPassword(change: PasswordChange): Promise<PasswordChangeOutcome> {
  const { username, oldPassword, newPassword, withoutKey = false } = change
  await confirmLoginPassword(username, oldPassword)
  const stored = withoutKey ? null : await storedKey()
  const resealed = stored && (await resealedKey(stored, oldPassword, newPassword))
  if (stored && !resealed) return 'key-not-opened'

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

/** Null when none is stored. */
export async function storedKey(): Promise<SealedPrivateKey | null> {
  return callApi('getEncryptedKey').catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** Null when the old password does not open it. */
async function resealedKey(stored: SealedPrivateKey, oldPassword: string, newPassword: string) {
  const pkcs8Bytes = await openPrivateKey(stored, oldPassword).catch((error: unknown) => {
    if (isCryptoError(error)) return null
    throw error
  })
  if (!pkcs8Bytes) return null
  try {
    return {
      ...(await sealPrivateKey(pkcs8Bytes, newPassword)),
      public_key_spki: toBase64(await publicKeyOf(pkcs8Bytes)),
    }
  } finally {
    pkcs8Bytes.fill(0)
  }
}
