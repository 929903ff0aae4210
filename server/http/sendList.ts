import type { FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncoding } from './acceptedEncoding.ts'
import { jsonArray, streamInTurns } from './sendJson.ts'

/** The most rows that are read, and sent, at a time. */
export const rowsPerPage = 100

/** Low levels: the higher ones take many times the processor for a tenth less. In the order in which they are chosen. */
const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ level: 4 }),
} satisfies Record<string, () => Transform>
const encodings = ['br', 'gzip'] as const

/**
 * Rows by their ids, page after page: however many there are, a page of them is held.
 * @param read at most `limit` of them, those behind the id `after`; none where there are no more
 */
export const pagesOf = <T extends { id: number }>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> => pagesBy({ first: 0, limit: rowsPerPage }, read, ({ id }) => id)

/** As `pagesOf`, by any key: `limit` rows a page, from behind the key `first` on. */
export async function* pagesBy<T, K>(
  { first, limit }: { first: K; limit: number },
  read: (after: K, limit: number) => Promise<readonly T[]>,
  keyOf: (row: T) => K,
): AsyncGenerator<readonly T[], void> {
  for (let after = first; ;) {
    const page = await read(after, limit)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = keyOf(last)
  }
}

/** Rows page after page, each of at most `rowsPerPage` rows and `most` bytes, or of one row. */
export function* pagesWithin<T>(
  rows: readonly T[],
  most: number,
  bytesOf: (row: T) => number,
): Generator<readonly T[], void> {
  let page: T[] = []
  let bytes = 0
  for (const row of rows) {
    const isFull = page.length === rowsPerPage || (page.length > 0 && bytes + bytesOf(row) > most)
    if (isFull) {
      yield page
      page = []
      bytes = 0
    }
    page.push(row)
    bytes += bytesOf(row)
  }
  if (page.length > 0) yield page
}

/**
 * Answers with rows as a JSON array, which goes out page by page as the client takes it, and compressed where it can
 * be. Only for lists without keys, tokens or sessions: those who see the length of what goes out and can put in text of
 * their own learn from it whether that is there already (decision 19).
 * @throws what the first page fails with, and then nothing has been answered
 */
export async function sendList<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: AsyncGenerator<readonly T[], void>,
  shape: (rows: readonly T[]) => readonly unknown[],
): Promise<FastifyReply> {
  const json = await streamInTurns(request, jsonArray(shaped(pages, shape)))
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings)
  if (encoding === undefined) return reply.send(json)
  const encoder = encoders[encoding]()
  // What goes wrong on either side ends both, and shows in the answer, which then is not complete.
  pipeline(json, encoder, () => undefined)
  return reply.header('content-encoding', encoding).send(encoder)
}

async function* shaped<T>(
  pages: AsyncGenerator<readonly T[], void>,
  shape: (rows: readonly T[]) => readonly unknown[],
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield shape(page)
}
