import type { ErrorBody } from '../../contract/schemas/errorBody.ts'
import { type ApiCode, apiCodeOf, errorDetails } from '../../contract/errors.ts'

/** An error response: status and body as the client sees them. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly detail: ErrorBody['detail']
  /** Seconds until a retry may succeed, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Error code, if `detail` is not a text of the contract's table. */
  readonly code: ApiCode | undefined

  constructor(statusCode: number, detail: ErrorBody['detail'], retryAfterSeconds?: number, code?: ApiCode) {
    super(typeof detail === 'string' ? detail : (detail[0]?.msg ?? 'Invalid request'))
    this.statusCode = statusCode
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
    this.code = code
  }
}

/** Body of an error response, with the code from the contract if there is one. */
export function errorBody(
  detail: ErrorBody['detail'],
  code = typeof detail === 'string' ? apiCodeOf(detail) : undefined,
): ErrorBody {
  return code === undefined ? { detail } : { detail, code }
}

export const badRequest = (text: string) => new HttpError(400, text)
export const unauthorized = (text: string) => new HttpError(401, text)
export const forbidden = (text: string, code?: ApiCode) => new HttpError(403, text, undefined, code)
export const notFound = (text: string) => new HttpError(404, text)
export const requestTimeout = (text: string) => new HttpError(408, text)
export const conflict = (text: string) => new HttpError(409, text)
export const gone = (text: string) => new HttpError(410, text)
export const contentTooLarge = (text: string) => new HttpError(413, text)
export const unprocessable = (text: string) => new HttpError(422, text)
export const insufficientStorage = (text: string) => new HttpError(507, text)

export const unavailable = (text: string, retryAfterSeconds?: number) =>
  new HttpError(503, text, retryAfterSeconds)

/** @param msLeft milliseconds until a retry may succeed */
export const tooManyRequests = (msLeft: number, text: string = errorDetails.tooManyRequests) =>
  new HttpError(429, text, Math.max(1, Math.ceil(msLeft / 1000)))
export const isTooManyRequests = (error: unknown): boolean =>
  error instanceof HttpError && error.statusCode === 429

/** @param loc path of the invalid value, beginning with the part of the request */
export const validationError = (loc: (string | number)[], msg: string, code = apiCodeOf(msg)) =>
  new HttpError(422, [{ loc, msg, type: 'custom' }], undefined, code)
export const invalidField = (field: string, msg: string, code?: ApiCode) =>
  validationError(['body', field], msg, code)
