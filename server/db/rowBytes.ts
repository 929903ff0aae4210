import {
  base64Length,
  KiB,
  maxAnswersBytes,
  maxFileNameLength,
  maxManifestBytes,
  maxPathLength,
} from '../../contract/limits.ts'
import type { NewFile } from './schema.ts'

/** Bytes that quotas count for a file's row beside its texts: columns of fixed length, and places in indexes. */
export const fileRowBytes = KiB

/** Bytes that quotas count for a file's row: names and manifests are as long as their senders like. */
export const rowBytesOf = (file: Pick<NewFile, 'original_filename' | 'directory' | 'manifest'>): number =>
  fileRowBytes +
  [file.original_filename, file.directory, file.manifest ?? ''].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  )

/** UTF-8 bytes that a UTF-16 unit of a text takes at most. */
const bytesPerUnit = 3

/** The most that quotas count for the row of a file, and for the answers that come with it. */
export const mostRowBytes =
  fileRowBytes +
  bytesPerUnit * (maxFileNameLength + maxPathLength) +
  base64Length(maxManifestBytes) +
  base64Length(maxAnswersBytes)
