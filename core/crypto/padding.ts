import type { Bytes } from './bytes.ts'
import { CryptoError } from './errors.ts'

/** Sealed JSON is padded to a multiple of this, which hides the length of names in it. */
export const padBytes = 256

/** Appends one byte 0x80 and as many 0x00 as needed. */
export const pad = (bytes: Bytes): Bytes => padTo(bytes, (Math.floor(bytes.length / padBytes) + 1) * padBytes)

/** @throws CryptoError 'bad-format' for bytes that `pad` does not return */
export function unpad(padded: Bytes): Bytes {
  const bytes = unpadTo(padded)
  if (padded.length % padBytes !== 0 || padded.length - bytes.length > padBytes)
    throw new CryptoError('bad-format')
  return bytes
}

/** `pad` to another length. @param length more than there are bytes */
export function padTo(bytes: Bytes, length: number): Bytes {
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  return padded
}

/** The caller checks how many bytes of padding there are. @throws CryptoError 'bad-format' without padding */
export function unpadTo(padded: Bytes): Bytes {
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 0x80) throw new CryptoError('bad-format')
  return padded.subarray(0, end)
}
