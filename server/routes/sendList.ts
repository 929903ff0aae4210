import type { FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncoding } from '../acceptedEncoding.ts'

const rowsPerPiece = 500

/** Low levels: the higher ones take many times the processor for a tenth less. In the order in which they are chosen. */
const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ level: 4 }),
} satisfies Record<string, () => Transform>
const encodings = ['br', 'gzip'] as const

/**
 * Answers with rows as a JSON array, which goes out piece by piece as the client takes it, and compressed where it can
 * be. Only for lists without keys, tokens or sessions: those who see the length of what goes out and can put in text of
 * their own learn from it whether that is there already (decision 19).
 */
export function sendList<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: readonly T[],
  shape: (rows: readonly T[]) => unknown,
): FastifyReply {
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const json = Readable.from(pieces(rows, shape))
  const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings)
  if (encoding === undefined) return reply.send(json)
  const encoder = encoders[encoding]()
  // What goes wrong on either side ends both, and shows in the answer, which then is not complete.
  pipeline(json, encoder, () => undefined)
  return reply.header('content-encoding', encoding).send(encoder)
}

function* pieces<T>(rows: readonly T[], shape: (rows: readonly T[]) => unknown): Generator<string> {
  yield '['
  for (let from = 0; from < rows.length; from += rowsPerPiece) {
    const piece = JSON.stringify(shape(rows.slice(from, from + rowsPerPiece)))
    yield (from === 0 ? '' : ',') + piece.slice(1, -1)
  }
  yield ']'
}
