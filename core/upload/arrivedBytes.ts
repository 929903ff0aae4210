import { chunkBytes } from '../../contract/limits.ts'
import type { FileRecord } from './state.ts'

/** Number of plaintext bytes that are certainly on the server. */
export const arrivedBytes = ({ sealedParts, marks, partChunks }: FileRecord): number =>
  Math.max(0, sealedParts - Object.keys(marks).length) * partChunks * chunkBytes
