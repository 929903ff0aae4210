import { assertDefined } from '../../contract/assertDefined.ts'
import { isSoundModulus } from '../../contract/rsaModulus.ts'
import { type Bytes, equalInConstantTime, fromBase64, toBase64, tryAnyBase64 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { asFileKeyBytes, type FileKeyBytes } from './fileKey.ts'
import { refuseLaterFormat } from './laterFormat.ts'
import { aesKeyBytes, oaepOpen, oaepSeal } from './primitives.ts'

export const rsaAlgorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/** 65537 in a JWK. */
const standardExponentB64u = 'AQAB'

/**
 * Imports and checks a recipient's key from the server: the platform also accepts 512-bit keys, odd exponents
 * and trailing bytes.
 * @throws CryptoError 'weak-key' unless it has a sound modulus and exponent 65537, in its one DER encoding
 */
export async function importRecipientKey(spkiBytes: Bytes): Promise<CryptoKey> {
  let key: CryptoKey
  let jwk: JsonWebKey
  let reencoded: ArrayBuffer
  try {
    key = await crypto.subtle.importKey('spki', spkiBytes, rsaAlgorithm, true, ['encrypt'])
    jwk = await crypto.subtle.exportKey('jwk', key)
    reencoded = await crypto.subtle.exportKey('spki', key)
  } catch {
    throw new CryptoError('weak-key')
  }
  const modulus = tryAnyBase64(assertDefined(jwk.n))
  const isCanonical = equalInConstantTime(new Uint8Array(reencoded), spkiBytes)
  const isSound = modulus !== null && isSoundModulus(modulus)
  if (!isSound || jwk.e !== standardExponentB64u || !isCanonical) throw new CryptoError('weak-key')
  return key
}

/** FORMAT.md, 2. @returns base64, as long as the recipient's modulus */
export async function wrapFileKey(recipientKey: CryptoKey, rawKey: FileKeyBytes): Promise<string> {
  return toBase64(await oaepSeal(recipientKey, rawKey))
}

/**
 * @throws CryptoError 'bad-key' if it is no base64 or the file's key has not 32 bytes, 'wrong-key' for another key,
 * 'newer-version'
 */
export async function unwrapFileKey(privateKey: CryptoKey, wrappedB64: string): Promise<FileKeyBytes> {
  refuseLaterFormat(wrappedB64)
  const rawKey = await oaepOpen(privateKey, fromBase64(wrappedB64, 'bad-key'), aesKeyBytes)
  if (!rawKey) throw new CryptoError('wrong-key')
  return asFileKeyBytes(rawKey)
}
