import { addresses, type CallName } from '../../contract/addresses.ts'
import { type Call, type CallBody, type CallQuery, callUrl } from '../../contract/call.ts'
import type { ResponseOf, Calls } from '../../contract/calls.ts'
import { csrfCookie, csrfHeader, csrfTokenOf } from '../../contract/headers.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOfAnswer, isRedirectOrPage } from '../../core/faults/otherAnswer.ts'
import { isSessionEnd } from '../../core/faults/faultKinds.ts'
import { retryOlderBuilds } from '../../core/util/retryOlderBuilds.ts'
import { takePrefetched } from './prefetch.ts'
import { reportServer } from './connectivity.ts'
import { updateServerClock } from './serverClock.ts'
import { areCookiesBlocked, readCookie } from '../storage/browserStorage.ts'
import { Listeners } from '../../core/util/listeners.ts'

type PathParams = Readonly<Record<string, string | number>>
type QueryValues = Readonly<Record<string, string | number | undefined>>

type Params<C extends Call> = C extends { params: { shape: infer S } }
  ? { params: Record<keyof S & string, string | number> }
  : C extends { params: unknown }
    ? { params: PathParams }
    : { params?: undefined }
type Query<C extends Call> = [CallQuery<C>] extends [null] ? { query?: undefined } : { query?: CallQuery<C> }
type Body<C extends Call> = [CallBody<C>] extends [null] ? { body?: undefined } : { body: CallBody<C> }

interface UntypedCallOptions {
  params?: PathParams | undefined
  query?: QueryValues | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

export type CallOptions<N extends CallName> = Params<Calls[N]> &
  Query<Calls[N]> &
  Body<Calls[N]> &
  UntypedCallOptions

export type { ResponseOf }

/**
 * Calls the API with a JSON body and returns its JSON response (null for 204). The response's shape is not
 * checked here: code whose security depends on it checks it.
 * @throws FaultError; an AbortError passes through.
 */
export async function callApi<const N extends CallName>(
  call: N,
  ...[options]: object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]
): Promise<ResponseOf<N>> {
  return callApiUntyped(call, options)
}

/** Like `callApi`, for options without a static type. */
export async function callApiUntyped<N extends CallName>(
  call: N,
  { params, query, body, signal }: UntypedCallOptions = {},
): Promise<ResponseOf<N>> {
  const hasBody = body !== undefined
  const response = await fetchApi(call, {
    params,
    query,
    body: hasBody ? JSON.stringify(body) : undefined,
    headers: hasBody ? { 'content-type': 'application/json' } : undefined,
    signal,
  })
  return (response.status === 204 ? null : await readJson(response)) as ResponseOf<N>
}

interface FetchOptions extends UntypedCallOptions {
  body?: BodyInit | undefined
  headers?: Record<string, string> | undefined
  /** 'omit': sends no cookies, like a visitor without a session. */
  credentials?: 'omit' | 'same-origin' | undefined
}

/** Calls of gates and of signing in, which end with a cookie: without it the next call would be refused. */
const cookieCalls: ReadonlySet<CallName> = new Set([
  'login',
  'loginSecondStep',
  'verifyUploadPassword',
  'requestUploadCode',
  'verifyUploadCode',
  'verifyDownloadPassword',
  'requestDownloadCode',
  'verifyDownloadCode',
] satisfies CallName[])

/** Makes calls whose bodies or responses are not JSON, as `callApi` otherwise. @returns a response with a success status */
export async function fetchApi(call: CallName, options: FetchOptions = {}): Promise<Response> {
  if (cookieCalls.has(call) && areCookiesBlocked()) throw new FaultError(fault('cookies-blocked'))
  const attempt = async () => {
    const first = await tryOnce(call, options)
    // The refusal has set a CSRF cookie that fits the session: the second attempt copies it.
    return first.error?.fault.code === 'csrf' ? tryOnce(call, options) : first
  }
  const { response, error } = await retryOlderBuilds(attempt, (tried) => tried.error?.fault, options.signal)
  if (error === undefined) return response
  if (isSessionEnd(error.fault)) sessionEndListeners.notify()
  throw error
}

async function tryOnce(call: CallName, options: FetchOptions) {
  const response = await sendRequest(call, options)
  const error = response.ok ? undefined : await readFailure(response)
  if (isRedirectOrPage(response) || error?.fault.code === 'other-answer') {
    reportServer('replaced')
    throw new FaultError(fault('other-answer'))
  }
  reportServer('reachable')
  return { response, error }
}

async function sendRequest(
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
  let response: Response
  try {
    const early = takePrefetched(url)
    const sent = early?.sent ?? Date.now()
    response = await (early?.response ??
      fetch(url, {
        method: call.method,
        headers: { accept: 'application/json', ...csrf, ...headers },
        body: body ?? null,
        signal: signal ?? null,
        credentials,
        cache: 'no-store',
        redirect: 'manual',
      }))
    updateServerClock(response.headers.get('date'), sent, early?.received)
  } catch (error) {
    if (signal?.aborted) throw error
    reportServer('unreachable')
    throw new FaultError(fault('unanswered'))
  }
  return response
}

async function readFailure(response: Response): Promise<FaultError> {
  const body: unknown = await response.json().catch(() => null)
  return new FaultError(faultOfAnswer(response, body))
}

/** A connection that breaks within the response counts as unanswered. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    throw new FaultError(fault('unanswered'))
  }
}

/** Value of the `x-csrftoken` header, for XMLHttpRequest; empty before the first response. */
export function csrfToken(): string {
  const value = readCookie(csrfCookie)
  return value === null ? '' : csrfTokenOf(value)
}

const sessionEndListeners = new Listeners()

/** Called when any call reports that the session has ended. @returns a function that unsubscribes */
export const onSessionEnd = sessionEndListeners.subscribe
