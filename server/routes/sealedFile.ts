import type { FastifyReply, FastifyRequest } from 'fastify'
import { encryptionIvHeader } from '../../contract/headers.ts'
import type { Context } from '../context.ts'
import type { FileRow } from '../db/schema.ts'
import { contentDisposition } from './contentDisposition.ts'
import { answerRange } from './ranges.ts'

/**
 * Answers GET and HEAD with a file as it lies in the store. `onComplete` is called once the response, if it ends at
 * the file's last byte, has been written to its end.
 */
export async function sendSealedFile(
  { blobs }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  onComplete: () => void,
): Promise<FastifyReply> {
  void reply
    .type('application/octet-stream')
    .header('content-disposition', contentDisposition(file.original_filename))
    .header(encryptionIvHeader, file.encryption_iv)
  const range = answerRange(request, reply, { size: file.sealed_size, etag: `"sealpost-file-${file.id}"` })
  if (range === undefined) return reply.send()
  const bytes = await blobs.read(file.blob_key, range)
  // 'finish' comes only when every byte was handed over, never after an abort.
  if (range.end === file.sealed_size - 1) reply.raw.once('finish', onComplete)
  return reply.send(bytes)
}
