import { bodyChecksumHeader, createBodyChecksum } from '../../contract/bodyChecksum.ts'
import { errorDetails } from '../../contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest } from './errors.ts'

/**
 * Yields the pieces of a body. If its sender declared a checksum, the last piece follows only after the checksum of all
 * has been verified, so that an altered body stays incomplete for the reader.
 * @throws HttpError 400 for an altered body
 */
export async function* requireChecksum(
  { headers }: Pick<FastifyRequest, 'headers'>,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const declared = headers[bodyChecksumHeader]
  if (declared === undefined) {
    yield* pieces
    return
  }
  const checksum = await createBodyChecksum()
  let last: Buffer | undefined
  for await (const piece of pieces) {
    checksum.update(piece)
    if (last !== undefined) yield last
    last = piece
  }
  if (checksum.hex() !== declared) throw badRequest(errorDetails.bodyAltered)
  if (last !== undefined) yield last
}
