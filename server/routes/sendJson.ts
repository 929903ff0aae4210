import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers with JSON that comes in pieces, each when the client has taken those before. */
export const sendJson = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }))
