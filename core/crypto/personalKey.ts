import { markHandled } from '../util/markHandled.ts'
import { type Bytes, toBase64 } from './bytes.ts'
import { fingerprint } from './fingerprint.ts'
import { importPrivateKey, publicKeyOf } from './privateKeyBox.ts'
import { deriveHkdfKey } from './primitives.ts'
import { importSigningKey } from './roster.ts'

/** FORMAT.md, 9: the root of the private key. */
const rootLabel = 'sealpost/1/root'

/**
 * Derives R, from which all secrets derive that the owner of a key pair keeps to themselves: an HKDF handle, not
 * extractable.
 * @param pkcs8Bytes the very bytes of the private key box: another encoding of the same key has another root
 */
export const rootOf = (pkcs8Bytes: Bytes): Promise<CryptoKey> => deriveHkdfKey(pkcs8Bytes, rootLabel)

/** A person's unlocked key: handles that cannot be exported, and its identifiers. */
export interface PersonalKey {
  privateKey: CryptoKey
  /** The same key, for signing roster statements only. */
  signingKey: CryptoKey
  /** HKDF handle of R, for boxes that a person seals for themselves (FORMAT.md, 9). */
  root: CryptoKey
  /** Derived, like the following, from the private key: the server's public key is not trusted. */
  publicKeySpki: string
  /** Base64url. */
  fingerprint: string
  fingerprintWords: readonly string[]
}

/** @throws CryptoError 'bad-format' unless these bytes are an RSA private key */
export async function personalKeyOf(pkcs8Bytes: Bytes): Promise<PersonalKey> {
  // Side by side: each import waits for a thread of the platform.
  const imports = markHandled(
    Promise.all([importPrivateKey(pkcs8Bytes), importSigningKey(pkcs8Bytes), rootOf(pkcs8Bytes)]),
  )
  const spkiBytes = await publicKeyOf(pkcs8Bytes)
  const { b64u, words } = await fingerprint(spkiBytes)
  const [privateKey, signingKey, root] = await imports
  return {
    privateKey,
    signingKey,
    root,
    publicKeySpki: toBase64(spkiBytes),
    fingerprint: b64u,
    fingerprintWords: words,
  }
}
