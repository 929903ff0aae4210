import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { rosterLabel, rosterSaltBytes, type SignedStatement } from '../../contract/roster.ts'
import { isSoundModulus } from '../../contract/rsaModulus.ts'

/** Fingerprint of a public key, base64url. FORMAT.md, 7: SHA-256("sealpost/1/fp" || 00 || SPKI). */
export function fingerprint(spkiB64: string): string {
  return createHash('sha256')
    .update('sealpost/1/fp\0')
    .update(Buffer.from(spkiB64, 'base64'))
    .digest('base64url')
}

const importKey = (spkiB64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spkiB64, 'base64'), format: 'der', type: 'spki' })

/**
 * True if browsers accept the key as a recipient key: RSA, sound modulus, exponent 65537, canonical SPKI.
 * FORMAT.md, 2: 'its SPKI equals its re-encoding byte for byte'.
 */
export function isRecipientKey(spkiB64: string): boolean {
  try {
    const key = importKey(spkiB64)
    return (
      key.asymmetricKeyType === 'rsa' &&
      key.asymmetricKeyDetails?.publicExponent === 65537n &&
      key.export({ format: 'der', type: 'spki' }).equals(Buffer.from(spkiB64, 'base64')) &&
      isSoundModulus(Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url'))
    )
  } catch {
    return false
  }
}

/** Bytes of an SPKI besides the modulus, for each length that `isRecipientKey` allows and its exponent. */
const spkiFrameBytes = 38

/** Bytes of the modulus, as of wrapped keys and signatures. The key must have passed `isRecipientKey`. */
export const modulusBytes = (spkiB64: string): number => Buffer.byteLength(spkiB64, 'base64') - spkiFrameBytes

/** True if the statement is signed with this key (SPKI in base64), which must have passed `isRecipientKey`. */
export const isStatementSignedBy = ({ statement, signature }: SignedStatement, spkiB64: string): boolean =>
  verify(
    'sha256',
    Buffer.from(rosterLabel + statement),
    {
      key: importKey(spkiB64),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: rosterSaltBytes,
    },
    Buffer.from(signature, 'base64'),
  )

/** `prev` of the next statement. FORMAT.md, 15: b64u of SHA-256(bytes of the statement before || its signature). */
export const statementHash = ({ statement, signature }: SignedStatement): string =>
  createHash('sha256').update(statement).update(Buffer.from(signature, 'base64')).digest('base64url')
