import { type Bytes, fromBase64, toBase64 } from './bytes.ts'
import { CryptoError, isCryptoError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import { importPrivateKey, publicKeyOf } from './privateKeyBox.ts'
import { openRecoveryBox, type RecoveryEntropy } from './recoveryCode.ts'
import { rootOf } from './root.ts'
import { importSigningKey } from './roster.ts'

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
  const spkiBytes = await publicKeyOf(pkcs8Bytes)
  const { b64u, words } = await fingerprint(spkiBytes)
  return {
    privateKey: await importPrivateKey(pkcs8Bytes),
    signingKey: await importSigningKey(pkcs8Bytes),
    root: await rootOf(pkcs8Bytes),
    publicKeySpki: toBase64(spkiBytes),
    fingerprint: b64u,
    fingerprintWords: words,
  }
}

/**
 * Opens the server's recovery box and checks it against the server's public key; neither is trusted.
 * @returns PKCS8, to be overwritten with zeros when done
 * @throws CryptoError 'wrong-key' for a box of another code, 'damaged' for any other defect of the server's
 * answer
 */
export async function openStoredRecoveryBox(
  entropy: RecoveryEntropy,
  { recovery_box, public_key_spki }: { recovery_box: string; public_key_spki: string },
): Promise<Bytes> {
  try {
    const { bytes } = await fingerprint(fromBase64(public_key_spki))
    return await openRecoveryBox(entropy, recovery_box, bytes)
  } catch (error) {
    // The code itself was validated before: here it is the server's answer.
    if (isCryptoError(error) && error.code === 'bad-format') throw new CryptoError('damaged')
    throw error
  }
}
