import { type Bytes, fromBase64, toBase64 } from './bytes.ts'
import { CryptoError, isCryptoError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import { importPrivateKey, publicKeyOf } from './privateKeyBox.ts'
import { openRecoveryBox, type RecoveryEntropy } from './recoveryCode.ts'
import { rootOf } from './root.ts'
import { importSigningKey } from './roster.ts'

/** A person's own key while it is open: handles that cannot be exported, and what names it. */
export interface PersonalKey {
  privateKey: CryptoKey
  /** The same, for statements of rosters and nothing else. */
  signingKey: CryptoKey
  /** HKDF handle of R: what one seals for oneself (FORMAT.md, 9). */
  root: CryptoKey
  /** All rebuilt from the private key itself: what the server says the public key is, is its claim. */
  publicKeySpki: string
  /** Base64url. */
  fingerprint: string
  fingerprintWords: readonly string[]
}

/** @throws CryptoError 'bad-format' when these bytes are no RSA private key. */
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
 * The box of a recovery code as a server gives it, with the public key that it is said to be of: neither is believed.
 * @returns PKCS8, to be overwritten with zeros when done
 * @throws CryptoError 'wrong-key' when it is of another code, 'damaged' for whatever else is wrong with the answer
 */
export async function openStoredRecoveryBox(
  entropy: RecoveryEntropy,
  { recovery_box, public_key_spki }: { recovery_box: string; public_key_spki: string },
): Promise<Bytes> {
  try {
    const { bytes } = await fingerprint(fromBase64(public_key_spki))
    return await openRecoveryBox(entropy, recovery_box, bytes)
  } catch (error) {
    // Of the code itself it was said before: here it is the server's answer.
    if (isCryptoError(error) && error.code === 'bad-format') throw new CryptoError('damaged')
    throw error
  }
}
