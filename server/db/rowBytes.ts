import {
  base64Length,
  KiB,
  maxAnswersBytes,
  maxFileNameLength,
  maxManifestBytes,
  maxPathLength,
} from '../../contract/limits.ts'
import type { NewFile } from './schema.ts'

/** Bytes that quotas count for a file's row besides its texts: fixed columns, indexes, and rows derived from it. */
export const fileRowBytes = 2 * KiB
/** Number of copies of its name and path: as sent, as listed, in the index of names, and in the result. */
export const storedNameCopies = 5

/** Bytes that quotas count for a file's row, as senders choose the length of names and manifests. */
export const rowBytesOf = (file: Pick<NewFile, 'original_filename' | 'directory' | 'manifest'>): number =>
  fileRowBytes +
  storedNameCopies * (Buffer.byteLength(file.original_filename) + Buffer.byteLength(file.directory)) +
  Buffer.byteLength(file.manifest ?? '')

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const bytesPerUnit = 3

/** Maximum that quotas count for the row of a file and the answers that come with it. */
export const maxRowBytes =
  fileRowBytes +
  storedNameCopies * bytesPerUnit * (maxFileNameLength + maxPathLength) +
  base64Length(maxManifestBytes) +
  base64Length(maxAnswersBytes)
