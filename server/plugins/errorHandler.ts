import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { errorDetails } from '../../contract/errors.ts'
import { maxBatchRequestBytes } from '../../contract/limits.ts'
import { isBlobError } from '../blobs/blobStore.ts'
import { errorCode } from '../../contract/systemErrors.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { errorBody, HttpError, notFound, insufficientStorage, unavailable } from '../http/errors.ts'
import { ChunkSizeLimit } from '../http/mergeChunks.ts'
import { InvalidRequestError } from '../http/validation.ts'

/** Path parameters with random values: a malformed one gets the same response as an unknown one. */
const notFoundDetails: Record<string, string> = {
  link_token: errorDetails.linkInvalid,
  upload_id: errorDetails.uploadUnknown,
}

/** Turns every error into `{"detail": …}` with its code; messages of internal errors are only logged. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(handleError)
  z.config({
    customError: ({ code, input }) =>
      code === 'invalid_type' && input === undefined ? 'Field required.' : null,
  })
}

/** Same as `sendError`, but first reads the rest of the request, so that the client receives the response. */
export async function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Until a stack is formatted, it retains what its functions reference: all data of the request.
  Reflect.get(error, 'stack')
  // A client that has stalled is not waited for again.
  if (error.statusCode !== 408) await drainRequest(request)
  return sendError(error, request, reply)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasDisconnected(request, error)) {
    request.log.info('the client went away')
    return reply.code(400).send()
  }
  const httpError = httpErrorOf(error)
  if (isOverload(httpError)) request.log.warn({ why: httpError.message }, 'request put off')
  else if (httpError.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (httpError.retryAfterSeconds !== undefined) void reply.header('retry-after', httpError.retryAfterSeconds)
  // The rest of the request has not been read.
  if (!request.raw.complete) void reply.header('connection', 'close')
  return reply
    .code(httpError.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(httpError.detail, httpError.code))
}

/** True for an overload, which is no failure: the stack is of no use, and a retry succeeds. */
const isOverload = ({ statusCode, retryAfterSeconds }: HttpError): boolean =>
  statusCode === 503 && retryAfterSeconds !== undefined

/** True if the client has disconnected. A request may be complete and still be aborted before it was read. */
const hasDisconnected = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.destroyed && (!raw.complete || raw.errored === error)

function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof InvalidRequestError) return httpErrorOfIssues(error)
  if (diskFullCodes.test(errorCode(error))) return insufficientStorage(errorDetails.outOfSpace)
  if (
    unwritableCodes.test(errorCode(error)) ||
    isDatabaseUnavailable(error) ||
    isBlobError(error, 'unavailable')
  )
    return unavailable(errorDetails.storageUnavailable)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new HttpError(status, (error as Error).message)
  return new HttpError(500, errorDetails.internal)
}

function httpErrorOfIssues({ issues, validationContext = 'body' }: InvalidRequestError) {
  const location = { querystring: 'query', params: 'path' }[validationContext] ?? validationContext
  const notFoundDetail = validationContext === 'params' && notFoundDetails[String(issues[0]?.path[0])]
  if (notFoundDetail) return notFound(notFoundDetail)
  return new HttpError(
    422,
    issues.map(({ code, path, message }) => ({
      loc: [location, ...path.map((key) => (typeof key === 'number' ? key : String(key)))],
      msg: message,
      type: code,
    })),
  )
}

/** Error codes of file system and database: no space left; not writable (or not to be opened) for other reasons. */
const diskFullCodes = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/
const unwritableCodes = /^(?:EROFS|EIO|EMFILE|ENFILE|SQLITE_(?:READONLY|IOERR|CANTOPEN|BUSY).*)$/

const maxDrainMs = 5000

/**
 * Reads the rest of the request, within limits, before the response is sent: a connection that is closed with unread
 * bytes is reset, and browsers then report a network error instead of the response.
 */
async function drainRequest({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed || raw.readableEnded) return
  let left = maxBatchRequestBytes
  const enough = new AbortController()
  // A reader that was abandoned in the middle of the body would keep the stream from flowing.
  raw.removeAllListeners('readable')
  const chunkSize = new ChunkSizeLimit()
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0 || !chunkSize.accept(bytes)) enough.abort()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => enough.abort())
  raw.resume()
  await delay(maxDrainMs, undefined, { signal: enough.signal }).catch(() => undefined)
  raw.removeAllListeners('data')
}
