import { chunkBytes, maxFileBytes, sealedChunkBytes, tagBytes } from '../../contract/limits.ts'

/** Length of the plaintext that was sealed into `sealed` bytes; undefined when no plaintext has this sealed length. */
export function plainSize(sealed: number): number | undefined {
  const chunks = Math.max(1, Math.ceil(sealed / sealedChunkBytes))
  const plain = sealed - chunks * tagBytes
  // The last of several chunks is never empty.
  return plain < 0 || (chunks > 1 && plain <= (chunks - 1) * chunkBytes) ? undefined : plain
}

export function sealedSize(plain: number): number {
  return plain + Math.max(1, Math.ceil(plain / chunkBytes)) * tagBytes
}

export const maxSealedBytes = sealedSize(maxFileBytes)
