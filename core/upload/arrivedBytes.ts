import { chunkBytes } from '../../contract/limits.ts'
import type { FileRecord } from './state.ts'

/** Plaintext bytes that the server has for certain. */
export const arrivedBytes = ({ sealedParts, marks, partChunks }: FileRecord): number =>
  Math.max(0, sealedParts - Object.keys(marks).length) * partChunks * chunkBytes
