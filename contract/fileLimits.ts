import {
  chunkBytes,
  maxPartChunks,
  maxParts,
  MiB,
  minPartChunks,
  sealedChunkBytes,
  usualMaxFileBytes,
} from './limits.ts'
import { chunkCount } from './sealedSize.ts'

/** Plaintext bytes of the largest file that can be uploaded in parts: 310 GiB. */
export const maxBytesInParts = maxParts * maxPartChunks * chunkBytes

/** The fewest sealed chunks per part of a file of this size. Beyond `maxBytesInParts` no part is large enough. */
export const minPartChunksOf = (plainSize: number): number =>
  Math.max(minPartChunks, Math.ceil(chunkCount(plainSize) / maxParts))

/** The last part may be smaller. */
export const minPartBytesOf = (plainSize: number): number => minPartChunksOf(plainSize) * sealedChunkBytes

/** Plaintext bytes of the largest file that clients send. @param max_file_bytes absent in responses of older servers */
export const maxSentBytesOf = ({
  max_file_bytes: most = usualMaxFileBytes,
}: {
  max_file_bytes?: number | undefined
}): number => Math.min(most, maxBytesInParts)

/** Mebibytes as messages show them: '5120', '0.5'. */
export const inMebibytes = (bytes: number): string => String(Number((bytes / MiB).toFixed(2)))
