import type { ErrorBody } from '../../contract/errorBody.ts'
import { detail as knownDetail } from '../../contract/errors.ts'
import { shownLines } from '../../contract/shownText.ts'

/** What an error becomes where only plain data may go: the store, a query result. */
export interface ApiFailure {
  /** HTTP status; null when no answer came, or the error is none of HTTP's. */
  status: number | null
  /** The server's own sentence. */
  detail: string | null
  /** What the user reads. */
  message: string
}

/** A call that failed; the message is already the catalogue's. */
export class ApiError extends Error implements ApiFailure {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly detail: string | null

  constructor({ status, detail, message }: ApiFailure) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

const sentences = {
  sessionExpired: 'Session expired. Please login again.',
  badLogin: 'Incorrect username or password.',
  badPassword: 'Incorrect password provided.',
  unauthorized: 'Unauthorized or session possibly expired.',
  forbidden: 'Forbidden',
  tooManyRequests: 'Too many requests. Please try again later.',
  invalid: 'Request validation failed. Check inputs.',
  network: 'Network Error: Could not connect to the server.',
  partMissing:
    'A part of the application could not be loaded. Check your connection; if that does not help, reload the page.',
  unknown: 'An unknown error occurred.',
  fallback: 'An unexpected error occurred.',
} as const

/** What the screens say of keys. */
export const keyTexts = {
  dataMissing: knownDetail.keyDataMissing,
  passwordRequired: 'Password required to generate and encrypt keys.',
  generationCancelled: 'Key generation cancelled.',
  generationFailed: (reason: string) => `Key generation process failed: ${reason}`,
  missingInput: 'Missing password or key data.',
  notLoaded: 'Key not loaded.',
  unlockFailed: (reason: string) => `Failed to unlock key: ${reason}`,
  passwordNotVerified: 'Password verification failed. Please enter your current login password.',
  restoreCancelled: 'Restore cancelled due to username mismatch.',
  restoreFailed: (reason: string) => `Restore failed: ${reason}`,
  notReencrypted:
    'Your private key was not re-encrypted. The key data on the server might be unusable if the old password was ' +
    'wrong: open it with an older password, restore a backup, or generate new keys in your profile.',
  profileUnavailable: 'Profile unavailable. Please try logging in again.',
} as const

/** The texts for answers with an error status: one row of the catalogue a branch. */
export function failureOfAnswer(status: number, statusText: string, body: unknown): ApiFailure {
  const detail = detailOf(body)
  return { status, detail, message: shownLines(withoutSecrets(sentenceOf(status, statusText, detail))) }
}

function sentenceOf(status: number, statusText: string, detail: string | null): string {
  switch (status) {
    case 401:
      if (detail?.includes(knownDetail.sessionExpired)) return sentences.sessionExpired
      if (detail === knownDetail.badLogin) return sentences.badLogin
      if (detail === knownDetail.badPassword) return sentences.badPassword
      return detail ?? sentences.unauthorized
    case 403:
      return detail ?? sentences.forbidden
    case 422:
      return detail ?? sentences.invalid
    case 429:
      return detail ?? sentences.tooManyRequests
  }
  if (detail !== null) return status >= 500 ? `Server Error: ${detail}` : detail
  return `Error: ${status} - ${statusText === '' ? 'Unknown' : statusText}`
}

/** A sentence as it is; a list as `field: message` pairs, without the 'body' or 'query' the field stands in. */
function detailOf(body: unknown): string | null {
  const detail = (body as Partial<ErrorBody> | null)?.detail
  if (typeof detail === 'string') return detail === '' ? null : detail
  if (!Array.isArray(detail) || detail.length === 0) return null
  return detail.map(({ loc, msg }) => (loc.length > 1 ? `${loc.slice(1).join('.')}: ${msg}` : msg)).join('; ')
}

export const networkFailure: ApiFailure = { status: null, detail: null, message: sentences.network }

/** Any thrown thing. Sentences of the crypto layer are the catalogue's own and stay as they are. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiError) return { status: error.status, detail: error.detail, message: error.message }
  return { status: null, detail: null, message: withoutSecrets(sentenceOfError(error)) }
}

function sentenceOfError(error: unknown): string {
  if (!(error instanceof Error)) return sentences.fallback
  if (error.name === 'CryptoError') return error.message
  if (isPartMissing(error)) return sentences.partMissing
  return error.message === '' ? sentences.unknown : `Unexpected Error: ${error.message}`
}

/** A part of the application did not arrive, in the words of each browser. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (/dynamically imported module|module script failed/i.test(error.message) || isPartMissing(error.cause))

export const errorMessage = (error: unknown): string => toFailure(error).message

/** What an RTK Query hook calls `error`: a failure of ours, or an error inside the query itself. */
export function queryErrorMessage(error: unknown): string {
  const message = (error as Partial<ApiFailure> | null)?.message
  return typeof message === 'string' && message !== '' ? message : sentences.fallback
}

/**
 * The session is over, or its cookie is gone: handled by going to the login page, never by a notification. A wrong
 * password is a 401 too, and is not that.
 */
export const isSessionEnd = ({ status, detail }: Pick<ApiFailure, 'status' | 'detail'>): boolean =>
  status === 401 &&
  (detail === knownDetail.notAuthenticated || (detail?.includes(knownDetail.sessionExpired) ?? false))

/** No answer came: whatever a query hook calls `error`. */
export const isUnanswered = (error: unknown): boolean =>
  (error as Partial<ApiFailure> | null | undefined)?.message === networkFailure.message

/** 401 and 403 mean not signed in; anything else says nothing about that. */
export const isRefusal = ({ status }: Pick<ApiFailure, 'status'>): boolean => status === 401 || status === 403

/**
 * Cuts query and fragment off every address in a text: a fragment holds decryption keys, and messages are shown,
 * copied and reported. An address is what stands between blanks or quotes, from its first slash on. Each character is
 * looked at a fixed number of times: texts may come from anywhere, and be long.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/[^\s'"]+/g, (word) => {
    const slash = word.indexOf('/')
    if (slash < 0) return word
    const path = word.slice(slash)
    const mark = path.search(/[?#]|%23/)
    return mark < 0 ? word : word.slice(0, slash + mark)
  })
}
