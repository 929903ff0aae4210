import type { User } from '../../contract/auth.ts'
import { callApi } from '../api/client.ts'
import { type Bytes, sealPrivateKey } from '../crypto/index.ts'
import { rememberKey } from './knownKey.ts'
import type { UnlockedKey } from './unlockedKey.ts'

/** A private key with the very bytes that it was opened from. */
export interface OpenedKey {
  /** To be overwritten with zeros when done. */
  pkcs8Bytes: Bytes
  key: UnlockedKey
}

/** Key and blob become the pair in force together, which this device knows from then on. @throws FaultError */
export async function makeCurrent(
  username: string,
  { pkcs8Bytes, key }: OpenedKey,
  loginPassword: string,
): Promise<User> {
  const sealed = await sealPrivateKey(pkcs8Bytes, loginPassword)
  const body = { ...sealed, public_key_spki: key.publicKeySpki }
  const { user } = await callApi('setEncryptedKey', { body })
  await rememberKey({ username, fingerprint: key.fingerprint })
  return user
}
