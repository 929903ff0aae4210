import type { setEncryptedKey, User } from '../../contract/schemas/auth.ts'
import type { CallBody } from '../../contract/call.ts'
import { callApi } from '../api/client.ts'
import { type Bytes, personalKeyOf, type SealedPrivateKey, sealPrivateKey } from '../../core/crypto/index.ts'
import { rememberKey } from './knownKey.ts'
import type { UnlockedKey } from './unlockedKey.ts'

/** A private key with the bytes that it was imported from. */
export interface OpenedKey {
  /** Overwrite with zeros after use. */
  pkcs8Bytes: Bytes
  key: UnlockedKey
}

/** Imports a private key. @throws CryptoError, and then its bytes are overwritten */
export async function importOpenedKey(pkcs8Bytes: Bytes): Promise<OpenedKey> {
  try {
    return { pkcs8Bytes, key: await personalKeyOf(pkcs8Bytes) }
  } catch (error) {
    pkcs8Bytes.fill(0)
    throw error
  }
}

/** The person's contacts and roster statements, sealed and signed for another pair. */
export type TrustData = Pick<CallBody<typeof setEncryptedKey>, 'contacts' | 'rosters'>

export const trustDataOf = (move: Readonly<MovedTrustData> | null): TrustData =>
  move === null ? {} : { contacts: move.contacts, rosters: [...move.rosters] }

interface MovedTrustData {
  contacts: NonNullable<TrustData['contacts']>
  rosters: readonly NonNullable<TrustData['rosters']>[number][]
}

/** Makes a key and its sealed form the current pair, and stores its fingerprint on this device. @throws FaultError */
export const installKeyPair = (
  username: string,
  opened: OpenedKey,
  loginPassword: string,
  move: Readonly<MovedTrustData> | null = null,
): Promise<User> => storeSealedKey(username, opened, loginPassword, trustDataOf(move))

/**
 * Seals the current pair with the current login password.
 * @throws FaultError, 'keyPairReplaced' if another pair has become current: it stays
 */
export const resealKey = (username: string, opened: OpenedKey, loginPassword: string): Promise<User> =>
  storeSealedKey(username, opened, loginPassword, { in_force: opened.key.publicKeySpki })

async function storeSealedKey(
  username: string,
  { pkcs8Bytes, key }: OpenedKey,
  loginPassword: string,
  also: Omit<CallBody<typeof setEncryptedKey>, keyof SealedPrivateKey | 'public_key_spki'>,
): Promise<User> {
  const sealed = await sealPrivateKey(pkcs8Bytes, loginPassword)
  const body = { ...sealed, public_key_spki: key.publicKeySpki, ...also }
  const { user } = await callApi('setEncryptedKey', { body })
  await rememberKey({ username, fingerprint: key.fingerprint })
  return user
}
