import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../security/principals.ts'
import { fairTurns } from './fairQueue.ts'

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
 * [Note: Turns of lists]
 *
 * SQLite answers at once: a list that is read piece by piece would keep the only thread for all of it, for as long as
 * its client takes what is sent. So between two pieces, of whatever lists, everything else has a turn of the event loop,
 * and principals take turns: a hundred lists of one of them cost the others no more than one does.
 */
const pieces = fairTurns()

/** Does work in turn of its principal: see [Note: Turns of lists]. Not within a piece of a list. */
export const turnsOf =
  (request: FastifyRequest) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    pieces(principalOf(request), work)

/**
 * A stream of what these generators give, each piece when the client has taken those before: see [Note: Turns of lists].
 * @throws what the first piece fails with
 */
export async function streamInTurns(
  request: FastifyRequest,
  texts: AsyncGenerator<string>,
): Promise<Readable> {
  const principal = principalOf(request)
  const next = () => pieces(principal, () => texts.next())
  async function* inTurns(first: IteratorResult<string, unknown>) {
    try {
      for (let piece = first; piece.done !== true; piece = await next()) yield piece.value
    } finally {
      await texts.return(undefined)
    }
  }
  return Readable.from(inTurns(await next()), { objectMode: false })
}

/**
 * Answers with JSON that comes in pieces.
 * @throws what the first piece fails with, and then nothing has been answered
 */
export async function sendJson(reply: FastifyReply, texts: AsyncGenerator<string>): Promise<FastifyReply> {
  const stream = await streamInTurns(reply.request, texts)
  return reply.type('application/json; charset=utf-8').send(stream)
}
