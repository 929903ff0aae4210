import type { FastifyBaseLogger } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { lossOf } from '../blobs/lossOf.ts'
import type { Context } from '../context.ts'
import { fileExists } from '../db/files.ts'
import type { FileRow } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'

/** Converts an error of reading a stored file: lost content has an error of its own, as a retry is useless. */
export async function readingFailure(
  { blobs, db }: Pick<Context, 'blobs' | 'db'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  file: Pick<FileRow, 'id'>,
  error: unknown,
): Promise<unknown> {
  const loss = await lossOf(blobs, error).catch(() => undefined)
  if (loss === undefined) return error
  // Deleted after its row was read: report it as not found.
  if (!(await fileExists(db, file.id))) return notFound(detail.fileNotFound)
  log.error({ err: error, file: file.id }, 'the content of a stored file is lost')
  return notFound(detail.fileLost)
}
