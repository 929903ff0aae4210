import { bodyChecksumHeader, createBodyChecksum } from '../../contract/bodyChecksum.ts'
import { detail } from '../../contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest } from './errors.ts'

/**
 * Passes on the pieces of a body; if its sender stated their checksum, the last one only once it is that of all: an
 * altered body stays incomplete for whoever reads it. @throws HttpError 400
 */
export async function* requireChecksum(
  { headers }: Pick<FastifyRequest, 'headers'>,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const stated = headers[bodyChecksumHeader]
  if (stated === undefined) {
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
  if (checksum.hex() !== stated) throw badRequest(detail.bodyAltered)
  if (last !== undefined) yield last
}
