import type { FastifyReply } from 'fastify'
import { pipeline } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncoding } from './acceptedEncoding.ts'
import { jsonArray, streamFairly } from './streamJson.ts'

/** Maximum number of rows that are read, and sent, at a time. */
export const rowsPerPage = 100

/** Encoders at low levels: higher ones take many times the CPU time to save another tenth. */
const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ level: 4 }),
}

/** Iterates over pages of rows by id. @param read returns at most `limit` rows behind the id `after` */
export const paginateById = <T extends { id: number }>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> => paginateByKey({ first: 0, limit: rowsPerPage }, read, ({ id }) => id)

/** Iterates over pages of `limit` rows by any key, starting behind the key `first`. */
export async function* paginateByKey<T, K>(
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

/** Splits rows into pages of at most `rowsPerPage` rows and `maxBytes` bytes, or of a single longer row. */
export function* paginateByBytes<T>(rows: readonly T[], maxBytes: number, bytesOf: (row: T) => number) {
  let page: T[] = []
  let bytes = 0
  for (const row of rows) {
    const isFull = page.length === rowsPerPage || (page.length > 0 && bytes + bytesOf(row) > maxBytes)
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
 * Sends rows as a JSON array, page by page at the pace of the client, and compressed if the client accepts it. Only for
 * lists without keys, tokens or sessions: an attacker who can insert text and observe the length of the response could
 * guess them (decision 19).
 * @throws error of the first page, before anything has been sent
 */
export async function sendList<T>(
  reply: FastifyReply,
  pages: AsyncGenerator<readonly T[], void>,
  toView: (row: T) => object,
): Promise<FastifyReply> {
  const json = await streamFairly(reply.request, jsonArray(mapRows(pages, toView)))
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(reply.request.headers['accept-encoding'])
  if (encoding === undefined) return reply.send(json)
  const encoder = encoders[encoding]()
  // An error on either side ends both; the response is then incomplete.
  pipeline(json, encoder, () => undefined)
  return reply.header('content-encoding', encoding).send(encoder)
}

export async function* mapRows<T, U>(pages: AsyncIterable<readonly T[]>, toView: (row: T) => U) {
  for await (const page of pages) yield page.map(toView)
}
