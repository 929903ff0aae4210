import { type Bytes, concat, equalInConstantTime } from './bytes.ts'
import { gcmOpen, gcmSeal, hkdf, importAesKey, ivBytes } from './primitives.ts'

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
  return concat(iv, new Uint8Array(await gcmSeal(await importAesKey(key), iv, content)))
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
  const content = await gcmOpen(await importAesKey(key), box.subarray(0, ivBytes), box.subarray(ivBytes))
  return content && new Uint8Array(content)
}
