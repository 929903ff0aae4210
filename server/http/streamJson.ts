import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from './principals.ts'
import { yieldingFairQueue } from './fairQueue.ts'

/** Serializes a JSON array page by page, none of them empty; each is requested once the one before is taken. */
export async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    yield before + JSON.stringify(page).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/**
 * [Note: Queue of lists]
 *
 * SQLite is synchronous: a list that is read piece by piece could occupy the only thread until it is complete, or for
 * as long as its client keeps reading. So between two pieces of any lists the event loop gets a turn, and principals
 * take turns: a hundred lists of one of them cost the others no more than one does.
 */
const listQueue = yieldingFairQueue()

/** Runs work in the fair queue of the principal: see [Note: Queue of lists]. Not within a piece of a list. */
export const listQueueOf =
  (request: FastifyRequest) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    listQueue(principalOf(request), work)

/** Stream of texts, each requested once the last was taken: [Note: Queue of lists]. @throws error of the first one */
export async function streamFairly(
  request: FastifyRequest,
  texts: AsyncGenerator<string>,
): Promise<Readable> {
  const principal = principalOf(request)
  const next = () => listQueue(principal, () => texts.next())
  async function* eachInQueue(first: IteratorResult<string, unknown>) {
    try {
      for (let piece = first; piece.done !== true; piece = await next()) yield piece.value
    } finally {
      await texts.return(undefined)
    }
  }
  return Readable.from(eachInQueue(await next()), { objectMode: false })
}

/** Sends a JSON response in pieces. @throws error of the first piece, before anything has been sent */
export async function streamJson(reply: FastifyReply, texts: AsyncGenerator<string>): Promise<FastifyReply> {
  const stream = await streamFairly(reply.request, texts)
  return reply.type('application/json; charset=utf-8').send(stream)
}
