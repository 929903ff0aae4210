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

/**
 * Answers with JSON that comes in pieces, each when the client has taken those before.
 * @throws what the first piece fails with, and then nothing has been answered
 */
export async function sendJson(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<FastifyReply> {
  const first = await pieces.next()
  const all = first.done === true ? [] : continued(first.value, pieces)
  return reply.type('application/json; charset=utf-8').send(Readable.from(all, { objectMode: false }))
}

/** A piece, and those after it. */
export async function* continued(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
