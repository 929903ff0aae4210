import { callApi } from '../../api/client.ts'
import {
  isCryptoError,
  openPrivateKey,
  personalKeyOf,
  type SealedPrivateKey,
} from '../../../core/crypto/index.ts'
import type { OpenedKey } from '../../session/pairInForce.ts'

/**
 * [Note: A backup is opened before it replaces anything]
 * A file can be damaged, belong to somebody else, or open with a password that is long forgotten; stored unopened it
 * would cost the key that is there. So the blob is opened here, sealed anew with the login password of today, and sent
 * together with the public key that was rebuilt from it.
 */
export interface OpenedBackup extends OpenedKey {
  /** How it stands to the public key that uploaders are given; 'only' when there is none. */
  standing: 'current' | 'older' | 'only'
}

/**
 * Of a file, which another program may have made.
 * @returns null when this password does not open it, or it is damaged: the two cannot be told apart.
 * @throws FaultError; CryptoError when it is malformed, or what it holds is no key
 */
export const openBackup = (sealed: SealedPrivateKey, password: string): Promise<OpenedBackup | null> =>
  openedPair(sealed, password, true)

/** Of what the server gave out, which must not open under two passwords. As `openBackup` else. */
export const openStored = (sealed: SealedPrivateKey, password: string): Promise<OpenedBackup | null> =>
  openedPair(sealed, password, false)

async function openedPair(
  sealed: SealedPrivateKey,
  password: string,
  acceptForeignIv: boolean,
): Promise<OpenedBackup | null> {
  const pkcs8Bytes = await openPrivateKey(sealed, password, { acceptForeignIv }).catch((error: unknown) => {
    if (isCryptoError(error) && error.code === 'wrong-password') return null
    throw error
  })
  if (!pkcs8Bytes) return null
  try {
    const key = await personalKeyOf(pkcs8Bytes)
    const { public_key_spki: served } = await callApi('getPublicKey')
    const standing = served === null ? 'only' : served === key.publicKeySpki ? 'current' : 'older'
    return { pkcs8Bytes, key, standing }
  } catch (error) {
    pkcs8Bytes.fill(0)
    throw error
  }
}
