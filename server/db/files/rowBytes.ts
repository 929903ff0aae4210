import { type Expression, type RawBuilder, sql } from 'kysely'
import {
  base64Length,
  KiB,
  maxAnswersBytes,
  maxFileNameLength,
  maxManifestBytes,
  maxPathLength,
} from '../../../contract/limits.ts'
import type { NewFile } from '../schema.ts'

/** Bytes that quotas count for a file's row besides its texts: fixed columns, indexes, and rows derived from it. */
export const fileRowBytes = 2 * KiB
/**
 * Number of copies of a file's name and path that the database stores: as sent, as listed, as the key of the listed name,
 * in the index of that key, and in the result of the batch.
 */
export const storedNameCopies = 5

/** Returns the bytes that quotas count for a file's row: senders choose the length of names and manifests. */
export const rowBytesOf = (file: Pick<NewFile, 'original_filename' | 'directory' | 'manifest'>): number =>
  fileRowBytes +
  storedNameCopies * (Buffer.byteLength(file.original_filename) + Buffer.byteLength(file.directory)) +
  Buffer.byteLength(file.manifest ?? '')

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const bytesPerUnit = 3

/** Maximum number of bytes that quotas count for the row of a file and the answers that come with it. */
export const maxRowBytes =
  fileRowBytes +
  storedNameCopies * bytesPerUnit * (maxFileNameLength + maxPathLength) +
  base64Length(maxManifestBytes) +
  base64Length(maxAnswersBytes)

/** Maximum size of a page in bytes that count towards quotas (`rowBytesOf`), as names may be long. */
export const bytesPerPage = 256 * KiB

/**
 * Id of the last file of a page: as many of `rows` as fit into `bytesPerPage`, but at least one.
 * @param rows those behind the previous page, ordered by id, at most as many as a page may have
 */
export const lastIdOfPage = (rows: Expression<{ id: number; row_bytes: number }>): RawBuilder<number> =>
  sql<number>`(
    select max(id) from (
      select id, sum(row_bytes) over (order by id) - row_bytes as before from ${rows} as listed
    ) as summed where before < ${bytesPerPage})`
