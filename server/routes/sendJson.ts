import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The text of a JSON array whose elements come in pages, none of them empty; a page is asked for when the one before is taken. */
export async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    yield before + JSON.stringify(page).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** Answers with JSON that comes in pieces, each when the client has taken those before. */
export const sendJson = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }))
