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

const derive = at(
  (key: Bytes, salt: Bytes, info: Bytes, lengthBytes: number) =>
    new Uint8Array(hkdfSync('sha256', key, salt, info, lengthBytes)),
)

/** Synchronous primitives: copying to a thread of Web Crypto takes longer than sealing. */
export const nodePrimitives: Primitives = {
  // Non-extractable handles stay in Web Crypto: `KeyObject.from` of them is deprecated (DEP0204).
  hkdf: (key, salt, info, lengthBytes) =>
    key instanceof CryptoKey
      ? webPrimitives.hkdf(key, salt, info, lengthBytes)
      : derive(key, salt, info, lengthBytes),

  sha256: at((bytes) => bytesOf(createHash('sha256').update(bytes).digest())),

  hmac: (key, bytes) => webPrimitives.hmac(key, bytes),

  oaepSeal: at((publicKey, bytes) => {
    const key = KeyObject.from(publicKey)
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return bytesOf(publicEncrypt({ key, padding, oaepHash: 'sha256' }, bytes))
  }),

  importAesKey: at((rawBytes) => aesKeyOf(createSecretKey(rawBytes))),

  gcmSeal: at((key, nonce, plaintext, aad) => {
    const cipher = createCipheriv(gcm, keyObjectOf(key), nonce)
    if (aad) cipher.setAAD(aad)
    const ciphertext = bytesOf(cipher.update(plaintext))
    cipher.final()
    return [ciphertext, bytesOf(cipher.getAuthTag())]
  }),

  gcmOpen: at((key, nonce, sealed, aad) => {
    const tagAt = sealed.length - tagBytes
    if (tagAt < 0) return null
    const decipher = createDecipheriv(gcm, keyObjectOf(key), nonce)
    if (aad) decipher.setAAD(aad)
    decipher.setAuthTag(sealed.subarray(tagAt))
    const plaintext = bytesOf(decipher.update(sealed.subarray(0, tagAt)))
    try {
      decipher.final()
      return plaintext
    } catch {
      return null
    }
  }),
}

/** A KeyObject in place of an AES CryptoKey, whose creation takes eight times as long. */
const aesKeyOf = (key: KeyObject) => key as unknown as AesKey
const keyObjectOf = (key: AesKey) => key as unknown as KeyObject

/** Turns exceptions into rejections. */
function at<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
  // oxlint-disable-next-line typescript/require-await
  return async (...args) => work(...args)
}

/** Copies a Buffer's bytes: its `slice` does not copy. */
const bytesOf = ({ buffer, byteOffset, length }: Buffer): Bytes =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
