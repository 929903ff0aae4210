import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { detail } from '../../../contract/errors.ts'
import { maxBatchRequestBytes } from '../../../contract/limits.ts'
import { isBlobError } from '../../blobs/blobStore.ts'
import { isUnreachable } from '../../db/failures.ts'
import { bodyOf, HttpError, notFound, outOfSpace, unavailable } from '../errors.ts'
import { ChunkCount } from '../largerPieces.ts'
import { InvalidRequest } from '../validation.ts'

/** Random names in a path: one that cannot exist is answered like one that does not. */
const unknownWhenMalformed: Record<string, string> = {
  link_token: detail.linkInvalid,
  upload_id: detail.uploadUnknown,
}

/** Every error becomes `{"detail": …}` here, with its code; texts of our own failures stay in the log. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  z.config({
    customError: ({ code, input }) =>
      code === 'invalid_type' && input === undefined ? 'Field required.' : null,
  })
}

/** As `sendError`, once the client is ready to hear it. */
export async function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Until it has been asked for, a stack keeps what its functions knew: all that the request held.
  Reflect.get(error, 'stack')
  // Whoever stood still for too long is not waited for again.
  if (error.statusCode !== 408) await readOff(request)
  return sendError(error, request, reply)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasLeft(request, error)) {
    request.log.info('the client went away')
    return reply.code(400).send()
  }
  const answer = answerFor(error)
  if (isBusy(answer)) request.log.warn({ why: answer.message }, 'request put off')
  else if (answer.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', answer.retryAfterSeconds)
  // What was still coming has not been read.
  if (!request.raw.complete) void reply.header('connection', 'close')
  return reply
    .code(answer.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOf(answer.detail, answer.code))
}

/** Too much to do at once is no failure: where it stands in the program tells nothing, and whoever asks again is served. */
const isBusy = ({ statusCode, retryAfterSeconds }: HttpError): boolean =>
  statusCode === 503 && retryAfterSeconds !== undefined

/** Nobody is there to be answered. What has come in whole may have been cut before it was read. */
const hasLeft = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.destroyed && (!raw.complete || raw.errored === error)

function answerFor(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof InvalidRequest) return invalid(error)
  if (hasCode(error, noRoom)) return outOfSpace(detail.outOfSpace)
  if (hasCode(error, noWrites) || isUnreachable(error) || isBlobError(error, 'unavailable'))
    return unavailable(detail.storageUnavailable)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new HttpError(status, (error as Error).message)
  return new HttpError(500, detail.internal)
}

function invalid({ issues, validationContext = 'body' }: InvalidRequest) {
  const place = { querystring: 'query', params: 'path' }[validationContext] ?? validationContext
  const missing = validationContext === 'params' && unknownWhenMalformed[String(issues[0]?.path[0])]
  if (missing) return notFound(missing)
  return new HttpError(
    422,
    issues.map(({ code, path, message }) => ({
      loc: [place, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
      msg: message,
      type: code,
    })),
  )
}

/** Of file system and database: there is no room; nothing can be written (or opened) whatever the room. */
const noRoom = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/
const noWrites = /^(?:EROFS|EIO|EMFILE|ENFILE|SQLITE_(?:READONLY|IOERR|CANTOPEN|BUSY).*)$/

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error && 'code' in error && codes.test(String(error.code))

export const readOffMs = 5000

/**
 * Reads what the client is still sending, within bounds, before it is answered: a connection that is closed with
 * unread bytes is reset, and browsers then report a network error instead of the answer.
 */
async function readOff({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed || raw.readableEnded) return
  let left = maxBatchRequestBytes
  const enough = new AbortController()
  // A reader that was given up in mid-body would keep the bytes from flowing.
  raw.removeAllListeners('readable')
  const count = new ChunkCount()
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0 || !count.isFine(bytes)) enough.abort()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => enough.abort())
  raw.resume()
  await delay(readOffMs, undefined, { signal: enough.signal }).catch(() => undefined)
  raw.removeAllListeners('data')
}
