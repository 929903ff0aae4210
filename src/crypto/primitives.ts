import { type Bytes, utf8 } from './bytes.ts'

export const aesKeyBytes = 32
export const ivBytes = 12

const noSalt = new Uint8Array(0)

/** Not extractable: all that can be had from it is what HKDF derives. */
export function importHkdfKey(inputBytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', inputBytes, 'HKDF', false, ['deriveBits'])
}

/** HKDF-SHA-256; `salt` null is the empty salt. */
export async function hkdf(
  input: Bytes | CryptoKey,
  salt: Bytes | null,
  info: string,
  lengthBytes: number,
): Promise<Bytes> {
  const key = input instanceof CryptoKey ? input : await importHkdfKey(input)
  const params = { name: 'HKDF', hash: 'SHA-256', salt: salt ?? noSalt, info: utf8(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, lengthBytes * 8))
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** Not extractable: whoever holds the handle can use the key, nobody can copy it out. */
export function importAesKey(rawBytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', rawBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Ciphertext, then the 16-byte tag. The input is copied before this returns, so its buffer may be reused at once. */
export function gcmSeal(
  key: CryptoKey,
  nonce: Bytes,
  plaintext: BufferSource,
  aad?: Bytes,
): Promise<ArrayBuffer> {
  return crypto.subtle.encrypt(gcmParams(nonce, aad), key, plaintext)
}

/**
 * The input is copied before this returns, so its buffer may be reused at once.
 * @returns null when the tag does not verify.
 */
export async function gcmOpen(
  key: CryptoKey,
  nonce: Bytes,
  sealed: BufferSource,
  aad?: Bytes,
): Promise<ArrayBuffer | null> {
  try {
    return await crypto.subtle.decrypt(gcmParams(nonce, aad), key, sealed)
  } catch (error) {
    return nullIfOperationFailed(error)
  }
}

function gcmParams(nonce: Bytes, aad: Bytes | undefined): AesGcmParams {
  return aad ? { name: 'AES-GCM', iv: nonce, additionalData: aad } : { name: 'AES-GCM', iv: nonce }
}

/** Web Crypto reports a tag or padding that does not verify as OperationError; anything else is a fault of ours. */
export function nullIfOperationFailed(error: unknown): null {
  if (error instanceof DOMException && error.name === 'OperationError') return null
  throw error
}
