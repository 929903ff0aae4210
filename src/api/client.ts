import { addresses, type CallName } from '../../contract/addresses.ts'
import { type Call, type CallBody, type CallQuery, callUrl } from '../../contract/call.ts'
import type { Answer, Calls } from '../../contract/calls.ts'
import { csrfCookie, csrfHeader, csrfTokenOf } from '../../contract/headers.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOfAnswer } from '../../core/faults/faultOfAnswer.ts'
import { isSessionEnd } from '../../core/faults/kinds.ts'
import { askBuilds } from '../../core/util/otherBuild.ts'
import { takeEarly } from './early.ts'
import { serverAnswered, serverUnreachable } from './reach.ts'
import { noteServerTime } from './serverClock.ts'

type Values = Readonly<Record<string, string | number>>
type QueryValues = Readonly<Record<string, string | number | undefined>>

type Params<C extends Call> = C extends { params: { shape: infer S } }
  ? { params: Record<keyof S & string, string | number> }
  : C extends { params: unknown }
    ? { params: Values }
    : { params?: undefined }
type Query<C extends Call> = [CallQuery<C>] extends [null] ? { query?: undefined } : { query?: CallQuery<C> }
type Body<C extends Call> = [CallBody<C>] extends [null] ? { body?: undefined } : { body: CallBody<C> }

/** What every call may need. */
interface AnyOptions {
  params?: Values | undefined
  query?: QueryValues | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** What a call needs, and no more: `params`, `query` and `body` are there exactly when the contract has them. */
export type CallOptions<N extends CallName> = Params<Calls[N]> & Query<Calls[N]> & Body<Calls[N]> & AnyOptions

export type { Answer }

/**
 * Calls the API with a JSON body and returns its JSON answer (null for 204). The answer's shape is the server's
 * promise, not checked here: whatever security hangs on is checked where it is used.
 * @throws FaultError; an AbortError passes through.
 */
export async function callApi<const N extends CallName>(
  call: N,
  ...[options]: object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]
): Promise<Answer<N>> {
  return sendCall(call, options)
}

/** As `callApi`, for options that are made elsewhere. */
export async function sendCall<N extends CallName>(
  call: N,
  { params, query, body, signal }: AnyOptions = {},
): Promise<Answer<N>> {
  const hasBody = body !== undefined
  const response = await fetchApi(call, {
    params,
    query,
    body: hasBody ? JSON.stringify(body) : undefined,
    headers: hasBody ? { 'content-type': 'application/json' } : undefined,
    signal,
  })
  return (response.status === 204 ? null : await readJson(response)) as Answer<N>
}

export interface FetchOptions {
  params?: Values | undefined
  query?: QueryValues | undefined
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
  const ask = async () => {
    const first = await tryOnce(call, options)
    // The refusal itself has set a cookie that fits the session: the second try copies that one.
    return first.error?.fault.code === 'csrf' ? tryOnce(call, options) : first
  }
  const { response, error } = await askBuilds(ask, (tried) => tried.error?.fault, options.signal)
  if (error === undefined) return response
  if (isSessionEnd(error.fault)) sessionEndListeners.forEach((listener) => listener())
  throw error
}

async function tryOnce(call: CallName, options: FetchOptions) {
  const response = await send(call, options)
  return { response, error: response.ok ? undefined : await readFailure(response) }
}

async function send(
  name: CallName,
  { params, query, body, headers, signal, credentials = 'same-origin' }: FetchOptions,
): Promise<Response> {
  const call = addresses[name]
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
  const csrf: Record<string, string> = call.method === 'GET' ? {} : { [csrfHeader]: csrfToken() }
  const url = callUrl(call, params) + search
  try {
    const early = takeEarly(url)
    const sent = Date.now()
    const response = await (early ??
      fetch(url, {
        method: call.method,
        headers: { accept: 'application/json', ...csrf, ...headers },
        body: body ?? null,
        signal: signal ?? null,
        credentials,
        cache: 'no-store',
      }))
    serverAnswered()
    // One that was asked for early may be of any time since.
    if (early === undefined) noteServerTime(response.headers.get('date'), sent)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    serverUnreachable()
    throw new FaultError(fault('unanswered'))
  }
}

async function readFailure(response: Response): Promise<FaultError> {
  const body: unknown = await response.json().catch(() => null)
  return new FaultError(faultOfAnswer(response, body))
}

/**
 * A connection that breaks within the answer is no answer; nor is what something else says in the server's place, such
 * as the page of a network that one has to sign in to.
 */
async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    throw new FaultError(fault('unanswered'))
  }
}

/** The current value for the `x-csrftoken` header; for whoever sends by XMLHttpRequest. Empty before the first answer. */
export function csrfToken(): string {
  const prefix = `${csrfCookie}=`
  const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  return cookie ? csrfTokenOf(cookie.slice(prefix.length)) : ''
}

const sessionEndListeners = new Set<() => void>()

/** Called whenever any call is told that the session has ended. @returns ends that */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener)
  return () => sessionEndListeners.delete(listener)
}
