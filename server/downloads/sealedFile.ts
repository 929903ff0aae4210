import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { encryptionIvHeader } from '../../contract/headers.ts'
import { contentLossOf } from '../blobs/contentLossOf.ts'
import { fileExists } from '../db/files/files.ts'
import type { FileRow } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { contentDisposition } from '../http/contentDisposition.ts'
import { applyRange } from '../http/ranges.ts'
import { concatPrefetched } from '../http/concatPrefetched.ts'
import { sendPieces } from '../http/sendPieces.ts'
import type { BlobsDep } from '../blobs/blobStore.ts'
import type { DbDep } from '../db/database.ts'
import type { MetersDep } from '../metrics/meters.ts'

type SealedFileDeps = BlobsDep & DbDep & MetersDep

/** Callbacks for each file that is sent. */
export interface SendCallbacks {
  /** Called when the first bytes of a file are available. */
  onBegin: (file: FileRow) => void
  /** Called when a response that ends at the file's last byte has been fully written. */
  onComplete: (file: FileRow) => void
}

/** Responds to GET and HEAD with a file. @throws HttpError 404 if it, or its content, is gone; 416 */
export async function sendSealedFile(
  { blobs, db, meters }: SealedFileDeps,
  reply: FastifyReply,
  file: FileRow,
  { onBegin, onComplete }: SendCallbacks,
): Promise<FastifyReply> {
  void reply
    .type('application/octet-stream')
    .header('content-disposition', contentDisposition(file.original_filename))
    .header(encryptionIvHeader, file.encryption_iv)
  const range = applyRange(reply, { size: file.sealed_size, etag: `"sealpost-file-${file.id}"` })
  if (range === undefined) return reply.send()
  const reachesEnd = range.end === file.sealed_size - 1
  try {
    const pieces = await blobs.read(file.blob_key, range, file.sealed_size)
    return await sendPieces(reply, pieces, meters, {
      onBegin: () => onBegin(file),
      onComplete: () => reachesEnd && onComplete(file),
    })
  } catch (error) {
    for (const name of ['content-disposition', 'content-range', 'content-length', 'etag'])
      void reply.removeHeader(name)
    throw await toReadError({ blobs, db }, reply.log, file, error)
  }
}

/**
 * Responds with several files, concatenated in the order of `ids`. The callbacks are called for all files at
 * the beginning and the end of the whole response.
 * @throws HttpError 404 unless all files exist and the content of the first is available
 */
export async function sendConcatenatedFiles(
  { blobs, db, meters }: SealedFileDeps,
  reply: FastifyReply,
  ids: readonly number[],
  rows: readonly FileRow[],
  { onBegin, onComplete }: SendCallbacks,
): Promise<FastifyReply> {
  const byId = new Map(rows.map((file) => [file.id, file]))
  const files = ids.flatMap((id) => byId.get(id) ?? [])
  if (files.length < ids.length) throw notFound(errorDetails.fileNotFound)
  const bytes = () =>
    concatPrefetched(
      files.map((file) => async () => {
        const { blob_key, sealed_size: size } = file
        try {
          return await blobs.read(blob_key, { start: 0, end: size - 1 }, size)
        } catch (error) {
          throw await toReadError({ blobs, db }, reply.log, file, error)
        }
      }),
      blobs.openAhead,
    )
  void reply.type('application/octet-stream').header(
    'content-length',
    files.reduce((sum, file) => sum + file.sealed_size, 0),
  )
  return sendPieces(reply, bytes(), meters, {
    onBegin: () => files.forEach((file) => onBegin(file)),
    onComplete: () => files.forEach((file) => onComplete(file)),
  })
}

/** Converts an error of reading a stored file. Lost content gets an error of its own, as a retry is useless. */
export async function toReadError(
  { blobs, db }: BlobsDep & DbDep,
  log: Pick<FastifyBaseLogger, 'error'>,
  file: Pick<FileRow, 'id'>,
  error: unknown,
): Promise<unknown> {
  const loss = await contentLossOf(blobs, error).catch(() => undefined)
  if (loss === undefined) return error
  // Deleted after its row was read: report it as not found.
  if (!(await fileExists(db, file.id))) return notFound(errorDetails.fileNotFound)
  log.error({ err: error, file: file.id }, 'the content of a stored file is lost')
  return notFound(errorDetails.fileLost)
}
