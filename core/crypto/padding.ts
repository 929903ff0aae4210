import type { Bytes } from './bytes.ts'
import { CryptoError } from './errors.ts'

/** Sealed JSON is padded to a multiple of this, which hides the length of names in it. */
export const padBytes = 256

/** Appends one byte 0x80 and as many 0x00 as needed. */
export function pad(bytes: Bytes): Bytes {
  const padded = new Uint8Array((Math.floor(bytes.length / padBytes) + 1) * padBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  return padded
}

/** @throws CryptoError 'bad-format' for bytes that `pad` does not return */
export function unpad(padded: Bytes): Bytes {
  const end = padded.findLastIndex((byte) => byte !== 0)
  const isPadding = padded[end] === 0x80 && padded.length % padBytes === 0 && padded.length - end <= padBytes
  if (!isPadding) throw new CryptoError('bad-format')
  return padded.subarray(0, end)
}
