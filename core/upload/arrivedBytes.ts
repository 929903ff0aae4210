import { chunkBytes } from '../../contract/limits.ts'
import type { JournalRecord } from './state.ts'

/** Number of plaintext bytes that are certainly on the server. */
export const arrivedBytes = ({ sealedParts, marks, partChunks }: JournalRecord): number =>
  Math.max(0, sealedParts - Object.keys(marks).length) * partChunks * chunkBytes
