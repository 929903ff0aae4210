import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** Byte range, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Sets status and headers for the requested range. Multiple ranges, other units and invalid syntax are answered with the
 * whole, as RFC 9110 allows.
 * @returns the range to send; undefined for HEAD
 * @throws HttpError 416 if the range begins after the end
 */
export function applyRange(
  reply: FastifyReply,
  { size, etag }: { size: number; etag: string },
): ByteRange | undefined {
  const { request } = reply
  void reply.header('accept-ranges', 'bytes').header('etag', etag)
  const range = matchesIfRange(request, etag) ? requestedRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`).removeHeader('content-disposition')
    throw new HttpError(416, 'The requested range does not exist.')
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  void reply.header('content-length', end - start + 1)
  return request.method === 'HEAD' ? undefined : { start, end }
}

/** False if the client has begun with another version. A date never matches: the server sends none. */
function matchesIfRange(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag
}

function requestedRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(header ?? '')
  const [, firstByte = '', lastByte = ''] = match ?? []
  if (firstByte === '' && lastByte === '') return undefined
  if (firstByte === '') {
    const length = Number(lastByte)
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(firstByte)
  const end = lastByte === '' ? size - 1 : Math.min(Number(lastByte), size - 1)
  if (lastByte !== '' && Number(lastByte) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
