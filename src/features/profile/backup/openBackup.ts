import { callApi } from '../../../api/client.ts'
import {
  isCryptoError,
  openPrivateKey,
  personalKeyOf,
  type SealedPrivateKey,
} from '../../../../core/crypto/index.ts'
import type { OpenedKey } from '../../../session/installKeyPair.ts'

/**
 * [Note: A backup is opened before it replaces anything] A file can be damaged, belong to somebody else, or
 * need a forgotten password; if it were stored unopened, the present key would be lost. So it is opened here,
 * resealed with the current login password, and sent with the public key derived from it.
 */
export interface OpenedKeyWithStatus extends OpenedKey {
  /** Relation to the public key that uploaders get; 'only' if there is none. */
  status: 'current' | 'older' | 'only'
}

/**
 * Opens the key of a backup file, which another program may have written.
 * @returns null if the password is wrong or the file is damaged, which cannot be distinguished
 * @throws FaultError; CryptoError if it is malformed or contains no key
 */
export const openBackup = (sealed: SealedPrivateKey, password: string): Promise<OpenedKeyWithStatus | null> =>
  openPair(sealed, password, true)

/** Opens a key from the server, which must not open under two passwords. Otherwise like `openBackup`. */
export const openStoredKey = (
  sealed: SealedPrivateKey,
  password: string,
): Promise<OpenedKeyWithStatus | null> => openPair(sealed, password, false)

async function openPair(
  sealed: SealedPrivateKey,
  password: string,
  acceptForeignIv: boolean,
): Promise<OpenedKeyWithStatus | null> {
  const pkcs8Bytes = await openPrivateKey(sealed, password, { acceptForeignIv }).catch((error: unknown) => {
    if (isCryptoError(error) && error.code === 'wrong-password') return null
    throw error
  })
  if (!pkcs8Bytes) return null
  try {
    const key = await personalKeyOf(pkcs8Bytes)
    const { public_key_spki: served } = await callApi('getPublicKey')
    const status = served === null ? 'only' : served === key.publicKeySpki ? 'current' : 'older'
    return { pkcs8Bytes, key, status }
  } catch (error) {
    pkcs8Bytes.fill(0)
    throw error
  }
}
