import type { FastifyBaseLogger } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { lossOf } from '../blobs/lossOf.ts'
import type { Context } from '../context.ts'
import { fileExists } from '../db/files.ts'
import type { FileRow } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'

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
  const loss = await lossOf(blobs, error).catch(() => undefined)
  if (loss === undefined) return error
  // Deleted since its row was read: as if it had never been.
  if (!(await fileExists(db, file.id))) return notFound(detail.fileNotFound)
  log.error({ err: error, file: file.id }, 'the content of a stored file is lost')
  return notFound(detail.fileLost)
}
