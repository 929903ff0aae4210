import { saltBytes, tagBytes } from '../../contract/limits.ts'
import { type Bytes, concat, equalInConstantTime, randomBytes, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { aesKeyBytes, gcmOpen, gcmSeal, hkdf, importAesKey, ivBytes } from './primitives.ts'

/**
 * A box is `iv || AES-256-GCM(key, iv, content)` with iv = HKDF(key, salt, label, 12).
 * GCM does not commit to its key: a crafted ciphertext can open under many passwords, and whether it opens
 * tells an attacker which of them is right. The derived IV is that commitment, and is compared before
 * decrypting. It needs no randomness: each key has a fresh salt or a fresh secret, and seals one content only.
 */
export async function sealBox(key: Bytes, salt: Bytes | null, label: string, content: Bytes): Promise<Bytes> {
  return sealBoxWith(await boxKeyOf(key, salt, label), content)
}

/** A key imported for one box, before its content is known, and the IV of that box. */
export interface BoxKey {
  key: Awaited<ReturnType<typeof importAesKey>>
  iv: Bytes
}

export const boxKeyOf = async (key: Bytes, salt: Bytes | null, label: string): Promise<BoxKey> => ({
  key: await importAesKey(key),
  iv: await hkdf(key, salt, label, ivBytes),
})

/** Use a key once: a second content under the same IV would reveal both. */
export const sealBoxWith = async ({ key, iv }: BoxKey, content: Bytes): Promise<Bytes> =>
  concat(iv, await gcmSeal(key, iv, content))

/** @returns null if the box was sealed with another key, or altered */
export async function openBox(
  key: Bytes,
  salt: Bytes | null,
  label: string,
  box: Bytes,
): Promise<Bytes | null> {
  const iv = await hkdf(key, salt, label, ivBytes)
  return equalInConstantTime(box.subarray(0, ivBytes), iv) ? openBoxOfAnyIv(key, box) : null
}

/** Opens a box of another program, with a random IV and no commitment. Not to be used for boxes from a server. */
export async function openBoxOfAnyIv(key: Bytes, box: Bytes): Promise<Bytes | null> {
  return gcmOpen(await importAesKey(key), box.subarray(0, ivBytes), box.subarray(ivBytes))
}

/** Parameters of a box that its owner seals for themselves. */
interface BoxParameters {
  /** HKDF handle of 32 random bytes. */
  secret: CryptoKey
  /** One label for each purpose. */
  label: string
  aad: Bytes
}

/** `box` of FORMAT.md: any number of boxes under one secret, each with its salt. */
export async function sealSaltedBox({ secret, label, aad }: BoxParameters, content: Bytes): Promise<Bytes> {
  const salt = randomBytes(saltBytes)
  const { key, iv } = await saltedKey(secret, salt, label)
  return concat(salt, iv, await gcmSeal(key, iv, content, labelledAad(label, aad)))
}

/** @throws CryptoError 'bad-format', 'wrong-key' for another secret or label, 'damaged' if altered or sealed with other `aad` */
export async function openSaltedBox({ secret, label, aad }: BoxParameters, box: Bytes): Promise<Bytes> {
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
