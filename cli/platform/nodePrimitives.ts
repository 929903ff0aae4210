import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  KeyObject,
  publicEncrypt,
} from 'node:crypto'
import { tagBytes } from '../../contract/limits.ts'
import { type AesKey, type Bytes, type Primitives, webPrimitives } from '../../core/crypto/index.ts'

const gcm = 'aes-256-gcm'

const deriveByHkdf = toAsync(
  (key: Bytes, salt: Bytes, info: Bytes, lengthBytes: number) =>
    new Uint8Array(hkdfSync('sha256', key, salt, info, lengthBytes)),
)

/** Synchronous primitives: copying to a thread of Web Crypto takes longer than sealing. */
export const nodePrimitives: Primitives = {
  // Non-extractable handles stay in Web Crypto: `KeyObject.from` of them is deprecated (DEP0204).
  hkdf: (key, salt, info, lengthBytes) =>
    key instanceof CryptoKey
      ? webPrimitives.hkdf(key, salt, info, lengthBytes)
      : deriveByHkdf(key, salt, info, lengthBytes),

  sha256: toAsync((bytes) => uint8ArrayView(createHash('sha256').update(bytes).digest())),

  hmac: (key, bytes) => webPrimitives.hmac(key, bytes),

  oaepSeal: toAsync((publicKey, bytes) => {
    const key = KeyObject.from(publicKey)
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return uint8ArrayView(publicEncrypt({ key, padding, oaepHash: 'sha256' }, bytes))
  }),

  importAesKey: toAsync((rawBytes) => aesKeyOf(createSecretKey(rawBytes))),

  gcmSeal: toAsync((key, nonce, plaintext, aad) => {
    const cipher = createCipheriv(gcm, keyObjectOf(key), nonce)
    if (aad) cipher.setAAD(aad)
    const ciphertext = uint8ArrayView(cipher.update(plaintext))
    cipher.final()
    return [ciphertext, uint8ArrayView(cipher.getAuthTag())]
  }),

  gcmOpen: toAsync((key, nonce, sealed, aad) => {
    const tagAt = sealed.length - tagBytes
    if (tagAt < 0) return null
    const decipher = createDecipheriv(gcm, keyObjectOf(key), nonce)
    if (aad) decipher.setAAD(aad)
    decipher.setAuthTag(sealed.subarray(tagAt))
    const plaintext = uint8ArrayView(decipher.update(sealed.subarray(0, tagAt)))
    try {
      decipher.final()
      return plaintext
    } catch {
      return null
    }
  }),
}

/** Uses a KeyObject as an AES key: the creation of a CryptoKey takes eight times as long. */
const aesKeyOf = (key: KeyObject) => key as unknown as AesKey
const keyObjectOf = (key: AesKey) => key as unknown as KeyObject

/** Turns exceptions into rejections. */
function toAsync<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
  // oxlint-disable-next-line typescript/require-await
  return async (...args) => work(...args)
}

/** Returns a plain Uint8Array over the same memory: the `slice` of a Buffer would not copy. */
const uint8ArrayView = ({ buffer, byteOffset, length }: Buffer): Bytes =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
