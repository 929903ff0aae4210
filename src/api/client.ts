import { type Call, type CallBody, type CallQuery, type CallResponse, callUrl } from '../../contract/call.ts'
import { detail as knownDetail } from '../../contract/errors.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { ApiError, failureOfAnswer, isSessionEnd, networkFailure } from './errorCatalogue.ts'

type Present<K extends string, V> = [V] extends [undefined] ? Partial<Record<K, never>> : Record<K, V>

type Params<C extends Call> = C extends { params: infer P }
  ? { params: P extends { shape: infer S } ? Record<keyof S & string, string | number> : never }
  : Partial<Record<'params', never>>

/** What a call needs, and no more: `params`, `query` and `body` are there exactly when the contract has them. */
export type CallOptions<C extends Call> = Params<C> &
  Partial<Present<'query', CallQuery<C>>> &
  Present<'body', CallBody<C>> & { signal?: AbortSignal | undefined }

/**
 * Calls the API with a JSON body and returns its JSON answer (undefined for 204). The answer's shape is the server's
 * promise, not checked here: whatever security hangs on is checked where it is used.
 * @throws ApiError with a sentence of the catalogue; an AbortError passes through.
 */
export async function callApi<const C extends Call>(
  call: C,
  ...[options]: Record<string, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]
): Promise<CallResponse<C>> {
  const given: { params?: never; query?: never; body?: unknown; signal?: AbortSignal | undefined } = options ?? {}
  const response = await fetchApi(call, {
    params: given.params,
    query: given.query,
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
    headers: given.body === undefined ? {} : { 'content-type': 'application/json' },
    signal: given.signal,
  })
  if (response.status === 204) return undefined as CallResponse<C>
  return (await readJson(response)) as CallResponse<C>
}

export interface FetchOptions {
  params?: Record<string, string | number> | undefined
  query?: Record<string, string> | undefined
  body?: BodyInit | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/**
 * For bodies and answers that are not JSON: the same cookies, CSRF header and errors.
 * @returns an answer with a success status. @throws as `callApi`.
 */
export async function fetchApi(call: Call, options: FetchOptions = {}): Promise<Response> {
  const first = await send(call, options)
  if (first.ok) return first
  const failure = await readFailure(first)
  // The refusal itself has set a cookie that fits the session: the second try copies that one.
  const worthRetrying = failure.status === 403 && failure.detail === knownDetail.csrf
  const second = worthRetrying ? await send(call, options) : first
  if (second.ok) return second
  const error = second === first ? failure : await readFailure(second)
  if (isSessionEnd(error)) sessionEndListeners.forEach((listener) => listener())
  throw error
}

async function send(call: Call, { params, query, body, headers, signal }: FetchOptions): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const csrf: Record<string, string> = call.method === 'GET' ? {} : { [csrfHeader]: csrfToken() }
  try {
    return await fetch(callUrl(call, params) + search, {
      method: call.method,
      headers: { accept: 'application/json', ...csrf, ...headers },
      body: body ?? null,
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(networkFailure)
  }
}

async function readFailure(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => null)
  return new ApiError(failureOfAnswer(response.status, response.statusText, body))
}

/** A connection that breaks within the answer is no answer. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new ApiError(networkFailure)
  })
  return JSON.parse(text) as unknown
}

/** The current value for the `x-csrftoken` header; for whoever sends by XMLHttpRequest. Empty before the first answer. */
export function csrfToken(): string {
  const prefix = `${csrfCookie}=`
  const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  return cookie ? decodeURIComponent(cookie.slice(prefix.length)) : ''
}

const sessionEndListeners = new Set<() => void>()

/** Called whenever any call is told that the session has ended. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener)
  return () => sessionEndListeners.delete(listener)
}
