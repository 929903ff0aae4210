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

/** Plaintext bytes of the largest file that goes up in parts: 310 GiB. */
export const maxBytesInParts = maxParts * maxPartChunks * chunkBytes

/** Sealed chunks that each part of such a file has at least. Beyond `maxBytesInParts` no part has as many. */
export const leastPartChunks = (plainSize: number): number =>
  Math.max(minPartChunks, Math.ceil(chunkCount(plainSize) / maxParts))

/** The same in bytes, which the last part may fall short of. */
export const leastPartBytes = (plainSize: number): number => leastPartChunks(plainSize) * sealedChunkBytes

/**
 * Plaintext bytes of the largest file that pages and the command line send, which is in parts.
 * @param max_file_bytes as the server says it; one of before this setting says nothing
 */
export const mostSentBytes = ({
  max_file_bytes: most = usualMaxFileBytes,
}: {
  max_file_bytes?: number | undefined
}): number => Math.min(most, maxBytesInParts)

/** As messages name a limit: '5120', '0.5'. */
export const inMebibytes = (bytes: number): string => String(Number((bytes / MiB).toFixed(2)))
