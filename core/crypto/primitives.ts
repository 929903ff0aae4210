import { type Bytes, concat, utf8 } from './bytes.ts'

export const aesKeyBytes = 32
export const ivBytes = 12

/** An AES-256-GCM key, not extractable; another kind of object on other platforms. */
export type AesKey = CryptoKey

/** Primitives of all formats. Inputs are copied before a call returns, except salt and info of `hkdf`. */
export interface Primitives {
  hkdf(key: CryptoKey | Bytes, salt: Bytes, info: Bytes, lengthBytes: number): Promise<Bytes>
  sha256(bytes: Bytes): Promise<Bytes>
  hmac(key: CryptoKey, bytes: Bytes): Promise<Bytes>
  /** RSA-OAEP with SHA-256 and no label. */
  oaepSeal(publicKey: CryptoKey, bytes: Bytes): Promise<Bytes>
  importAesKey(rawBytes: Bytes): Promise<AesKey>
  /** Returns the ciphertext and the 16-byte tag, in the platform's pieces, to avoid a copy. */
  gcmSeal(key: AesKey, nonce: Bytes, plaintext: Bytes, aad?: Bytes): Promise<readonly Bytes[]>
  /** Returns null if the tag does not verify. */
  gcmOpen(key: AesKey, nonce: Bytes, sealed: Bytes, aad?: Bytes): Promise<Bytes | null>
}

const noSalt = new Uint8Array(0)

/** Primitives of browsers: each call runs on another thread. */
export const webPrimitives: Primitives = {
  async hkdf(input, salt, info, lengthBytes) {
    const key = input instanceof CryptoKey ? input : await importHkdfKey(input)
    const params = { name: 'HKDF', hash: 'SHA-256', salt, info }
    return new Uint8Array(await crypto.subtle.deriveBits(params, key, lengthBytes * 8))
  },

  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),

  hmac: async (key, bytes) => new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)),

  oaepSeal: async (publicKey, bytes) =>
    new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, bytes)),

  importAesKey: (rawBytes) =>
    crypto.subtle.importKey('raw', rawBytes, 'AES-GCM', false, ['encrypt', 'decrypt']),

  gcmSeal: async (key, nonce, plaintext, aad) => [
    new Uint8Array(await crypto.subtle.encrypt(gcmParams(nonce, aad), key, plaintext)),
  ],

  async gcmOpen(key, nonce, sealed, aad) {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(gcmParams(nonce, aad), key, sealed))
    } catch (error) {
      return nullIfOperationFailed(error)
    }
  },
}

let primitives = webPrimitives

export function setPrimitives(faster: Primitives): void {
  primitives = faster
}

/** Not extractable: only HKDF output can be derived from it. */
export function importHkdfKey(inputBytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', inputBytes, 'HKDF', false, ['deriveBits'])
}

/** WebKitGTK drops leading zeros of an RSA plaintext (FORMAT.md, 2): four of a random key, once in 2^32. */
const maxDroppedBytes = 4

/**
 * Opens an RSA-OAEP ciphertext whose plaintext has a known length. A shorter one is padded on the left, as its leading
 * zeros may be missing; another length is returned as it is, for the caller to refuse.
 * @returns null if it does not open
 */
export async function oaepOpen(
  privateKey: CryptoKey,
  sealed: Bytes,
  lengthBytes: number,
  label?: Bytes,
): Promise<Bytes | null> {
  const algorithm = { name: 'RSA-OAEP', ...(label && { label }) }
  const opened = await crypto.subtle.decrypt(algorithm, privateKey, sealed).catch(nullIfOperationFailed)
  if (!opened) return null
  const bytes = new Uint8Array(opened)
  const missing = lengthBytes - bytes.length
  if (missing <= 0 || missing > maxDroppedBytes) return bytes
  const padded = new Uint8Array(lengthBytes)
  padded.set(bytes, missing)
  bytes.fill(0)
  return padded
}

/** HKDF-SHA-256; `salt` null is the empty salt. */
export const hkdf = (
  input: Bytes | CryptoKey,
  salt: Bytes | null,
  info: string,
  lengthBytes: number,
): Promise<Bytes> => primitives.hkdf(input, salt ?? noSalt, utf8(info), lengthBytes)

/** Derives 32 bytes without a salt, of which only an HKDF handle stays in memory. */
export async function deriveHkdfKey(input: Bytes | CryptoKey, info: string): Promise<CryptoKey> {
  const derived = await hkdf(input, null, info, 32)
  try {
    return await importHkdfKey(derived)
  } finally {
    derived.fill(0)
  }
}

export const sha256: Primitives['sha256'] = (bytes) => primitives.sha256(bytes)
export const hmac: Primitives['hmac'] = (key, bytes) => primitives.hmac(key, bytes)
export const oaepSeal: Primitives['oaepSeal'] = (publicKey, bytes) => primitives.oaepSeal(publicKey, bytes)
export const importAesKey: Primitives['importAesKey'] = (rawBytes) => primitives.importAesKey(rawBytes)
export const gcmOpen: Primitives['gcmOpen'] = (...args) => primitives.gcmOpen(...args)
export const gcmSealPieces: Primitives['gcmSeal'] = (...args) => primitives.gcmSeal(...args)

/** Returns the ciphertext and the tag in one piece. */
export const gcmSeal = async (...args: Parameters<Primitives['gcmSeal']>): Promise<Bytes> =>
  concat(...(await gcmSealPieces(...args)))

function gcmParams(nonce: Bytes, aad: Bytes | undefined) {
  return aad ? { name: 'AES-GCM', iv: nonce, additionalData: aad } : { name: 'AES-GCM', iv: nonce }
}

/** Web Crypto reports a tag or padding that does not verify as OperationError; any other error is a bug. */
export function nullIfOperationFailed(error: unknown): null {
  if (error instanceof DOMException && error.name === 'OperationError') return null
  throw error
}
