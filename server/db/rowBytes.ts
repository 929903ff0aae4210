import {
  base64Length,
  KiB,
  maxAnswersBytes,
  maxFileNameLength,
  maxManifestBytes,
  maxPathLength,
} from '../../contract/limits.ts'
import type { NewFile } from './schema.ts'

/**
 * Bytes that quotas count for a file's row beside its texts: columns of fixed length, places in indexes, and what its form
 * leaves beside it, such as the result for a repeat and the line of the history.
 */
export const fileRowBytes = 2 * KiB
/** So often its name and path are kept: as sent, as listed, in the index of names, and in the result. */
export const keptNames = 5

/** Bytes that quotas count for a file's row: names and manifests are as long as their senders like. */
export const rowBytesOf = (file: Pick<NewFile, 'original_filename' | 'directory' | 'manifest'>): number =>
  fileRowBytes +
  keptNames * (Buffer.byteLength(file.original_filename) + Buffer.byteLength(file.directory)) +
  Buffer.byteLength(file.manifest ?? '')

/** UTF-8 bytes that a UTF-16 unit of a text takes at most. */
const bytesPerUnit = 3

/** The most that quotas count for the row of a file, and for the answers that come with it. */
export const mostRowBytes =
  fileRowBytes +
  keptNames * bytesPerUnit * (maxFileNameLength + maxPathLength) +
  base64Length(maxManifestBytes) +
  base64Length(maxAnswersBytes)
