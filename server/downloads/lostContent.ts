import type { FastifyBaseLogger } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { isBlobError } from '../blobs/blobStore.ts'
import type { Context } from '../context.ts'
import { errorCode } from '../db/failures.ts'
import { fileExists } from '../db/files.ts'
import type { FileRow } from '../db/schema.ts'
import { notFound } from '../errors.ts'

/**
 * What reading a stored file has failed with, as it is to be thrown. Content that is not there any more, or not all of it,
 * is a definite answer of its own: whoever waited would wait in vain. A store that does not answer, or not now, is none.
 */
export async function readingFailure(
  { blobs, db }: Pick<Context, 'blobs' | 'db'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  file: Pick<FileRow, 'id'>,
  error: unknown,
): Promise<unknown> {
  if (!(await isLoss(blobs, error))) return error
  // Deleted since its row was read: as if it had never been.
  if (!(await fileExists(db, file.id))) return notFound(detail.fileNotFound)
  log.error({ err: error, file: file.id }, 'the content of a stored file is lost')
  return notFound(detail.fileLost)
}

/** Of a disk alone it is known that what it cannot read is lost, and only while it gives anything at all. */
async function isLoss(blobs: Context['blobs'], error: unknown): Promise<boolean> {
  if (isBlobError(error, 'missing') || isBlobError(error, 'incomplete')) return true
  if (errorCode(error) !== 'EIO') return false
  return blobs.answers().then(
    () => true,
    () => false,
  )
}
