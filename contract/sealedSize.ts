import { chunkBytes, sealedChunkBytes, tagBytes } from './limits.ts'

/** The largest size whose chunk index fits in four bytes. */
export const maxPlainSize = chunkBytes * 2 ** 32

/** Number of chunks; an empty file has one, too. @throws RangeError unless `plainSize` is a whole number of bytes */
export function chunkCount(plainSize: number): number {
  if (!Number.isSafeInteger(plainSize) || plainSize < 0 || plainSize > maxPlainSize)
    throw new RangeError(`Not a file size: ${plainSize}`)
  return Math.max(1, Math.ceil(plainSize / chunkBytes))
}

/** Bytes of the sealed file. @throws as `chunkCount` */
export const sealedSize = (plainSize: number): number => plainSize + chunkCount(plainSize) * tagBytes

/** Bytes of the plaintext; undefined if no plaintext has this sealed size (NaN included). */
export function plainSize(sealed: number): number | undefined {
  if (!Number.isSafeInteger(sealed)) return undefined
  const count = Math.max(1, Math.ceil(sealed / sealedChunkBytes))
  const size = sealed - count * tagBytes
  // The last of several chunks is never empty.
  return size < 0 || size > maxPlainSize || chunkCount(size) !== count ? undefined : size
}
