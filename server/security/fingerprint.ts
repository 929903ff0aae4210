import { createHash, createPublicKey } from 'node:crypto'
import { assertDefined } from '../../contract/assertDefined.ts'
import { isSoundModulus } from '../../contract/rsaModulus.ts'

/** Fingerprint of a public key, base64url: SHA-256("sealpost/1/fp" || 00 || SPKI). */
export function fingerprint(spkiB64: string): string {
  return createHash('sha256')
    .update('sealpost/1/fp\0')
    .update(Buffer.from(spkiB64, 'base64'))
    .digest('base64url')
}

/** Returns whether browsers accept the key as a recipient key: RSA, sound modulus, exponent 65537, canonical SPKI. */
export function isRecipientKey(spkiB64: string): boolean {
  const der = Buffer.from(spkiB64, 'base64')
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return (
      key.asymmetricKeyType === 'rsa' &&
      key.asymmetricKeyDetails?.publicExponent === 65537n &&
      key.export({ format: 'der', type: 'spki' }).equals(der) &&
      isSoundModulus(Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url'))
    )
  } catch {
    return false
  }
}

/** Bytes of the modulus, as of wrapped keys and signatures. The key must have passed `isRecipientKey`. */
export function modulusBytes(spkiB64: string): number {
  const key = createPublicKey({ key: Buffer.from(spkiB64, 'base64'), format: 'der', type: 'spki' })
  return Math.ceil(assertDefined(key.asymmetricKeyDetails?.modulusLength) / 8)
}
