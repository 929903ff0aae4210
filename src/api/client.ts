import { addresses, type CallName } from '../../contract/addresses.ts'
import { type Call, type CallBody, type CallQuery, type CallResponse, callUrl } from '../../contract/call.ts'
import type { Calls } from '../../contract/calls.ts'
import { detail as knownDetail } from '../../contract/errors.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { ApiError, failureOfAnswer, isSessionEnd, networkFailure } from './errorCatalogue.ts'
import { serverAnswered, serverUnreachable } from './reach.ts'

type Values = Record<string, string | number>

type Params<C extends Call> = C extends { params: { shape: infer S } }
  ? { params: Record<keyof S & string, string | number> }
  : C extends { params: unknown }
    ? { params: Values }
    : { params?: undefined }
type Query<C extends Call> = [CallQuery<C>] extends [undefined]
  ? { query?: undefined }
  : { query?: CallQuery<C> }
type Body<C extends Call> = [CallBody<C>] extends [undefined] ? { body?: undefined } : { body: CallBody<C> }

/** What a call needs, and no more: `params`, `query` and `body` are there exactly when the contract has them. */
export type CallOptions<N extends CallName> = Params<Calls[N]> &
  Query<Calls[N]> &
  Body<Calls[N]> & { signal?: AbortSignal | undefined }

/**
 * Calls the API with a JSON body and returns its JSON answer (undefined for 204). The answer's shape is the server's
 * promise, not checked here: whatever security hangs on is checked where it is used.
 * @throws ApiError with a sentence of the catalogue; an AbortError passes through.
 */
export async function callApi<const N extends CallName>(
  call: N,
  ...[options]: object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]
): Promise<CallResponse<Calls[N]>> {
  const given = options as
    { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal } | undefined
  const hasBody = given?.body !== undefined
  const response = await fetchApi(call, {
    params: given?.params,
    query: given?.query,
    body: hasBody ? JSON.stringify(given.body) : undefined,
    headers: hasBody ? { 'content-type': 'application/json' } : undefined,
    signal: given?.signal,
  })
  if (response.status === 204) return undefined as CallResponse<Calls[N]>
  return (await readJson(response)) as CallResponse<Calls[N]>
}

export interface FetchOptions {
  params?: Values | undefined
  query?: Values | undefined
  body?: BodyInit | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** 'omit': as a stranger would ask, without the session's cookies. */
  credentials?: 'omit' | 'same-origin' | undefined
}

/**
 * For bodies and answers that are not JSON: the same cookies, CSRF header and errors.
 * @returns an answer with a success status. @throws as `callApi`.
 */
export async function fetchApi(call: CallName, options: FetchOptions = {}): Promise<Response> {
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

async function send(
  name: CallName,
  { params, query, body, headers, signal, credentials = 'same-origin' }: FetchOptions,
): Promise<Response> {
  const call = addresses[name]
  const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : ''
  const csrf: Record<string, string> = call.method === 'GET' ? {} : { [csrfHeader]: csrfToken() }
  try {
    const response = await fetch(callUrl(call, params) + search, {
      method: call.method,
      headers: { accept: 'application/json', ...csrf, ...headers },
      body: body ?? null,
      signal: signal ?? null,
      credentials,
      cache: 'no-store',
    })
    serverAnswered()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    serverUnreachable()
    throw new ApiError(networkFailure)
  }
}

async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
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
