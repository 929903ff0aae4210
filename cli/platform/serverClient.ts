import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { assertDefined } from '../../contract/assertDefined.ts'
import { csrfCookie, csrfHeader, csrfTokenOf } from '../../contract/headers.ts'
import { exceededBound } from '../../contract/jsonBounds.ts'
import { KiB, MiB, maxJsonDepth } from '../../contract/limits.ts'
import { totalLength } from '../../core/crypto/index.ts'
import type { Bytes, RawResponse } from '../../core/ports.ts'
import type { Context } from '../context.ts'
import { CommandError } from '../exitCodes.ts'
import { ProxyAgent, proxyOf } from './proxy.ts'
import type { RateLimiter } from './rateLimiter.ts'
import { Storage } from './storage.ts'
import { certificateError } from './certificateError.ts'
import { noResponse } from '../../core/util/rawResponse.ts'

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the server's origin, or absolute; other origins get neither token nor cookies. */
  readonly url: string
  readonly csrfToken?: string
  readonly contentType?: string | undefined
  /** Sent in order. */
  readonly body?: readonly Bytes[]
  readonly onProgress?: (bytes: number) => void
  /** An abort counts as unanswered. */
  readonly signal?: AbortSignal
}

/** Bytes per write: more on fast connections; few enough that slow ones do not look idle. */
const [minWriteBytes, maxWriteBytes] = [256 * KiB, MiB]
const fastWriteMs = 250
export const stallTimeoutMs = 30_000
/** On a confirmation the server checks every part of every file before it responds. */
export const postTimeoutMs = 120_000
/** Bytes of a response. The longest has names, keys and manifests of a link's ten thousand files. */
export const maxResponseBytes = 64 * MiB
/** JSON values of a response, each of which takes about a hundred bytes of memory. */
export const maxResponseValues = 1_000_000
/** Maximum time from head to end of a response, however steadily it arrives. */
export const maxResponseMs = 120_000
/** Our server sets a handful. */
export const maxCookies = 32

/** Client of one server: its cookies and keep-alive connections. */
export class ServerClient {
  readonly #origin: URL
  /** Decides where parts may be sent that the server does not take itself. */
  readonly storage: Storage
  readonly rate: RateLimiter | undefined
  readonly #plain = new HttpAgent({ keepAlive: true })
  // Even if NODE_TLS_REJECT_UNAUTHORIZED is set, perhaps for other programs.
  readonly #secure = new HttpsAgent({ keepAlive: true, rejectUnauthorized: true })
  readonly #env: Context['env']
  /** By the proxy's address. */
  readonly #proxied = new Map<string, ProxyAgent>()
  readonly #cookies = new Map<string, string>()
  readonly #token: string | undefined
  /** By host: the server's, or its storage's. Cleared by a response. */
  readonly #untrusted = new Map<string, CommandError>()

  /** @param env for proxies @param token an API token instead of a session @param rate of all bodies */
  constructor(origin: string, env: Context['env'] = {}, token?: string, rate?: RateLimiter) {
    this.rate = rate
    this.#origin = new URL(origin)
    this.storage = new Storage(this.#origin)
    this.#token = token
    this.#env = env
  }

  /** Empty before the first response. */
  get csrfToken(): string {
    return csrfTokenOf(this.#cookies.get(csrfCookie) ?? '')
  }

  /**
   * Never rejects; resolves once the body is no longer in use. The status is 0 if no response came, or if no byte
   * moved for half a minute; a POST whose body was sent may wait two minutes for its response.
   */
  exchange(what: Exchange): Promise<RawResponse> {
    const { promise, resolve } = Promise.withResolvers<RawResponse>()
    const { method, body, contentType, csrfToken = this.csrfToken, signal } = what
    if (signal?.aborted) return Promise.resolve(noResponse)
    const request = this.begin(method, what.url, {
      accept: 'application/json',
      ...(this.#isOurs(what.url) && method !== 'GET' && { [csrfHeader]: csrfToken }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(method !== 'GET' && { 'content-length': totalLength(body ?? []) }),
    })
    const stop = () => void request.destroy()
    const watch = new StallTimer(stop)
    signal?.addEventListener('abort', stop)
    let exchanged = Promise.resolve(noResponse)
    request.on('response', (response) => {
      exchanged = readText(response, watch).then(
        (text) => {
          // Refused early: nobody reads the rest of the body.
          if (!request.writableFinished) stop()
          return responseOf(response, text)
        },
        (error: unknown) => {
          stop()
          // It is a response, perhaps of another server in place of Sealpost: a retry would get the same.
          return error instanceof ResponseTooLargeError ? responseOf(response, '') : noResponse
        },
      )
    })
    // The 'close' event reports it.
    request.on('error', () => undefined)
    request.on('close', () => {
      watch.end()
      signal?.removeEventListener('abort', stop)
      void exchanged.then(resolve)
    })
    void writeBody(request, what, watch, this.rate)
    return promise
  }

  /** Starts a request with token or cookies, and stores the response's cookies. Follows no redirects. */
  begin(method: Exchange['method'], to: string, headers: OutgoingHttpHeaders): ClientRequest {
    const url = new URL(to, this.#origin)
    const isOurs = this.#isOurs(to)
    const isSecure = url.protocol === 'https:'
    const proxy = proxyOf(url, this.#env)
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: proxy ? this.#agentBy(proxy) : isSecure ? this.#secure : this.#plain,
      ...(!isOurs && { lookup: this.storage.lookup }),
      headers: {
        ...headers,
        ...(isOurs && this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(isOurs && this.#cookies.size > 0 && { cookie: this.#cookieHeader }),
      },
    })
    if (isOurs)
      request.on('response', (response) => {
        // Only a proxy knows the server's address.
        if (!proxy) this.storage.setServerAddress(response.socket.remoteAddress)
        this.#storeCookies(response)
      })
    request.on('response', () => this.#untrusted.delete(url.host))
    request.on('error', (error) => {
      const why = error instanceof CommandError ? error : certificateError(url.host, error)
      if (why) this.#untrusted.set(url.host, why)
    })
    return request
  }

  /** Why responses are missing: CommandError 'refused' for an untrusted certificate, or by a proxy. */
  get connectionError(): CommandError | undefined {
    return this.#untrusted.values().next().value
  }

  get cookies(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#cookies)
  }

  /** Restores the cookies of an earlier run. */
  restoreCookies(cookies: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value)
  }

  /** Drops all cookies, so that the next request is like one of a first visit. */
  forgetCookies(): void {
    this.#cookies.clear()
  }

  /** Closes idle connections. */
  close(): void {
    for (const agent of [this.#plain, this.#secure, ...this.#proxied.values()]) agent.destroy()
  }

  #agentBy(proxy: URL): ProxyAgent {
    const known = this.#proxied.get(proxy.href)
    if (known) return known
    const agent = new ProxyAgent(proxy, { keepAlive: true, rejectUnauthorized: true })
    this.#proxied.set(proxy.href, agent)
    return agent
  }

  readonly #isOurs = (url: string) => new URL(url, this.#origin).origin === this.#origin.origin

  get #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #storeCookies({ headers }: IncomingMessage): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name, value, rest] = /^([^=;]+)=([^;]*)(.*)$/.exec(cookie) ?? []
      if (name === undefined || value === undefined || rest === undefined) continue
      if (value === '' || /;\s*max-age=0*(;|$)/i.test(rest)) this.#cookies.delete(name)
      else if (this.#cookies.has(name) || this.#cookies.size < maxCookies) this.#cookies.set(name, value)
    }
  }
}

/** Aborts an exchange without progress. */
class StallTimer {
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(stop: () => void) {
    this.#stop = stop
    this.waitAtMost(stallTimeoutMs)
  }

  waitAtMost(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#stop, milliseconds)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

async function writeBody(
  request: ClientRequest,
  { method, body = [], onProgress }: Exchange,
  watch: StallTimer,
  rate: RateLimiter | undefined,
) {
  const pieces = splitPieces(body, rate?.portionBytes ?? minWriteBytes)
  let [left, most] = [0, minWriteBytes]
  for (let next = 0; next < pieces.length;) {
    await rate?.take(assertDefined(pieces[next]).length)
    // After an abort the memory belongs to its owner again.
    if (request.destroyed) return
    const [began, end] = [performance.now(), left + most]
    // A failed write ends the request, which reports it.
    await new Promise<unknown>((written) => {
      for (let isLast = false; !isLast;) {
        const piece = assertDefined(pieces[next++])
        left += piece.length
        isLast = rate !== undefined || left >= end || next === pieces.length
        request.write(piece, isLast ? written : undefined)
      }
    })
    watch.waitAtMost(stallTimeoutMs)
    onProgress?.(left)
    most = performance.now() - began < fastWriteMs ? Math.min(2 * most, maxWriteBytes) : minWriteBytes
  }
  if (method === 'POST') watch.waitAtMost(postTimeoutMs)
  request.end()
}

/** Splits pieces to the size of a write. */
const splitPieces = (pieces: readonly Bytes[], most: number): Bytes[] =>
  pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.length / most) }, (_, at) =>
      piece.subarray(at * most, (at + 1) * most),
    ),
  )

/** The response is larger, or has more values, than any of ours. */
class ResponseTooLargeError extends Error {}

/** @throws ResponseTooLargeError; Error if it breaks off or takes too long */
async function readText(response: IncomingMessage, watch: StallTimer): Promise<string> {
  const pieces: Buffer[] = []
  const latest = performance.now() + maxResponseMs
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    watch.waitAtMost(stallTimeoutMs)
    bytes += piece.length
    if (bytes > maxResponseBytes) throw new ResponseTooLargeError()
    if (performance.now() > latest) throw new Error('The answer has no end.')
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces)
  // An HTML page is no JSON, and is shown as the response of something else.
  const first = String.fromCharCode(text.find((byte) => byte > 0x20) ?? 0)
  const bounds = { depth: maxJsonDepth, values: maxResponseValues }
  if ('[{'.includes(first) && exceededBound(text, bounds) !== undefined) throw new ResponseTooLargeError()
  return text.toString('utf8')
}

function responseOf({ statusCode, statusMessage, headers }: IncomingMessage, text: string): RawResponse {
  const retryAfter = Number(headers['retry-after'])
  return {
    status: assertDefined(statusCode),
    statusText: assertDefined(statusMessage),
    retryAfter: retryAfter > 0 ? retryAfter : null,
    text,
  }
}
