import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from './principals.ts'
import { yieldingFairQueue } from './fairQueue.ts'

/** Serializes a JSON array page by page. */
export async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let prefix = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield prefix + JSON.stringify(page).slice(1, -1)
    prefix = ','
  }
  yield prefix === '[' ? '[]' : ']'
}

/**
 * [Note: Queue of lists]
 *
 * SQLite is synchronous: a list that is read piece by piece could occupy the only thread until it is complete, or for
 * as long as its client keeps reading. So the server yields to the event loop between two pieces, and principals take
 * turns: a hundred lists of one principal delay the others no more than one does.
 */
const listQueue = yieldingFairQueue()

/** Returns a function that runs work in [Note: Queue of lists]. Do not call it while a piece of a list is read. */
export const listQueueOf =
  (request: FastifyRequest) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    listQueue(principalOf(request), work)

/**
 * Creates a stream of texts. A text is requested once the one before has been read, in [Note: Queue of lists].
 * @throws error of the first text
 */
export async function streamFairly(
  request: FastifyRequest,
  texts: AsyncGenerator<string>,
): Promise<Readable> {
  const principal = principalOf(request)
  const next = () => listQueue(principal, () => texts.next())
  async function* queuedTexts(first: IteratorResult<string, unknown>) {
    try {
      for (let piece = first; piece.done !== true; piece = await next()) yield piece.value
    } finally {
      await texts.return(undefined)
    }
  }
  return Readable.from(queuedTexts(await next()), { objectMode: false })
}

/** Sends a JSON response in pieces. @throws error of the first piece, before anything has been sent */
export async function streamJson(reply: FastifyReply, texts: AsyncGenerator<string>): Promise<FastifyReply> {
  const stream = await streamFairly(reply.request, texts)
  return reply.type('application/json; charset=utf-8').send(stream)
}
