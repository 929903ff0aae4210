import { saltBytes, tagBytes } from '../../contract/limits.ts'
import { type Bytes, concat, equalInConstantTime, randomBytes, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { aesKeyBytes, gcmOpen, gcmSeal, hkdf, importAesKey, ivBytes } from './primitives.ts'

/**
 * A box is `iv || AES-256-GCM(key, iv, content)` with iv = HKDF(key, salt, label, 12).
 *
 * GCM alone does not commit to its key: one crafted ciphertext can open under many passwords, and whoever serves it
 * learns from success or failure which of them is the right one. The derived IV is that commitment. It is compared
 * before anything is decrypted. A key seals one content only, so that the IV needs no randomness: keys come from a
 * fresh salt or a fresh secret.
 */
export async function sealBox(key: Bytes, salt: Bytes | null, label: string, content: Bytes): Promise<Bytes> {
  const iv = await hkdf(key, salt, label, ivBytes)
  return concat(iv, await gcmSeal(await importAesKey(key), iv, content))
}

/** @returns null when this key did not seal the box, or the box was altered. */
export async function openBox(
  key: Bytes,
  salt: Bytes | null,
  label: string,
  box: Bytes,
): Promise<Bytes | null> {
  const iv = await hkdf(key, salt, label, ivBytes)
  return equalInConstantTime(box.subarray(0, ivBytes), iv) ? openBoxOfAnyIv(key, box) : null
}

/** For a box of a program that drew its IV at random. Without the commitment: not for what a server may have made. */
export async function openBoxOfAnyIv(key: Bytes, box: Bytes): Promise<Bytes | null> {
  return gcmOpen(await importAesKey(key), box.subarray(0, ivBytes), box.subarray(ivBytes))
}

/** What is sealed for its owner alone, and what it is bound to besides. */
export interface BoxTerms {
  /** HKDF handle of 32 random bytes. */
  secret: CryptoKey
  /** One purpose, one label. */
  label: string
  aad: Bytes
}

/** `box(secret, label, aad, content)` of FORMAT.md: as many boxes under one secret as are wanted, each with its salt. */
export async function sealSaltedBox({ secret, label, aad }: BoxTerms, content: Bytes): Promise<Bytes> {
  const salt = randomBytes(saltBytes)
  const { key, iv } = await saltedKey(secret, salt, label)
  return concat(salt, iv, await gcmSeal(key, iv, content, labelledAad(label, aad)))
}

/**
 * @throws CryptoError 'bad-format' when it is too short to be one, 'wrong-key' when it was sealed under another secret
 *   or label, 'damaged' when content or additional data were altered.
 */
export async function openSaltedBox({ secret, label, aad }: BoxTerms, box: Bytes): Promise<Bytes> {
  const ivAt = saltBytes
  const sealedAt = ivAt + ivBytes
  if (box.length < sealedAt + tagBytes) throw new CryptoError('bad-format')
  const { key, iv } = await saltedKey(secret, box.slice(0, ivAt), label)
  if (!equalInConstantTime(box.subarray(ivAt, sealedAt), iv)) throw new CryptoError('wrong-key')
  const content = await gcmOpen(key, iv, box.subarray(sealedAt), labelledAad(label, aad))
  if (!content) throw new CryptoError('damaged')
  return content
}

async function saltedKey(secret: CryptoKey, salt: Bytes, label: string) {
  const rawKey = await hkdf(secret, salt, label, aesKeyBytes)
  const iv = await hkdf(rawKey, salt, `${label} iv`, ivBytes)
  const key = await importAesKey(rawKey)
  rawKey.fill(0)
  return { key, iv }
}

const labelledAad = (label: string, aad: Bytes): Bytes => concat(utf8(label), Uint8Array.of(0), aad)
