import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { assertDefined } from '../../contract/assertDefined.ts'
import { bodyChecksumHeader } from '../../contract/bodyChecksum.ts'
import { csrfCookie, csrfHeader, csrfTokenOf } from '../../contract/headers.ts'
import { exceededBound } from '../../contract/jsonBounds.ts'
import { KiB, MiB, maxJsonDepth } from '../../contract/limits.ts'
import { totalLength } from '../../core/crypto/index.ts'
import type { Bytes, RawResponse } from '../../core/ports.ts'
import type { Context } from '../context.ts'
import { CommandError } from '../exitCodes.ts'
import { ProxyAgent, proxyOf } from './proxy.ts'
import type { RateLimiter } from './rateLimiter.ts'
import { ObjectStoreGuard } from './objectStoreGuard.ts'
import { certificateError } from './certificateError.ts'
import { noResponse } from '../../core/util/rawResponse.ts'

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the server's origin, or absolute; other origins get neither token nor cookies. */
  readonly url: string
  readonly csrfToken?: string
  readonly contentType?: string | undefined
  /** Checksum of the body. */
  readonly checksum?: string | undefined
  /** Sent in order. */
  readonly body?: readonly Bytes[]
  readonly onProgress?: (bytes: number) => void
  /** An abort counts as unanswered. */
  readonly signal?: AbortSignal | undefined
}

/** Bytes per write: many on fast connections, and few enough on slow ones that they do not look idle. */
const [minWriteBytes, maxWriteBytes] = [256 * KiB, MiB]
const fastWriteMs = 250
export const stallTimeoutMs = 30_000
/** Time for the response to a POST: to confirm files, the server checks every part of them before it responds. */
export const postTimeoutMs = 120_000
/** The most bytes of a response. The longest has names, keys and manifests of a link's ten thousand files. */
export const maxResponseBytes = 64 * MiB
/** The most JSON values of a response. Each takes about a hundred bytes of memory. */
export const maxResponseValues = 1_000_000
/** The most time from head to end of a response, however steadily it arrives. */
export const maxResponseMs = 120_000
/** The most cookies. Our server sets a handful. */
export const maxCookies = 32

/** Client of one server: its cookies and keep-alive connections. */
export class ServerClient {
  readonly #origin: URL
  /** Decides where parts may be sent if the server has an object store. */
  readonly storeGuard: ObjectStoreGuard
  readonly rateLimiter: RateLimiter | undefined
  /** True once the server has answered a call; set to true to wait while something else answers. See `errorOfAnswer`. */
  isAddressRight = false
  readonly #httpAgent = new HttpAgent({ keepAlive: true })
  // Certificates are checked even if NODE_TLS_REJECT_UNAUTHORIZED is set, perhaps for other programs.
  readonly #httpsAgent = new HttpsAgent({ keepAlive: true, rejectUnauthorized: true })
  readonly #env: Context['env']
  /** By the proxy's address. */
  readonly #proxyAgents = new Map<string, ProxyAgent>()
  readonly #cookies = new Map<string, string>()
  readonly #token: string | undefined
  /** Errors by host, of the server or its object store, until there is a response. */
  readonly #connectionErrors = new Map<string, CommandError>()

  /** @param env for proxies @param token an API token instead of a session @param rateLimiter of all bodies */
  constructor(origin: string, env: Context['env'] = {}, token?: string, rateLimiter?: RateLimiter) {
    this.rateLimiter = rateLimiter
    this.#origin = new URL(origin)
    this.storeGuard = new ObjectStoreGuard(this.#origin)
    this.#token = token
    this.#env = env
  }

  /** The token of the CSRF cookie; empty before the first response. */
  get csrfToken(): string {
    return csrfTokenOf(this.#cookies.get(csrfCookie) ?? '')
  }

  /**
   * Sends a request. Never rejects, and resolves once the body is no longer in use. The status is 0 if no response came,
   * or if no byte moved for half a minute; the response to a POST may take two minutes.
   */
  exchange(exchangeRequest: ExchangeRequest): Promise<RawResponse> {
    const { promise, resolve } = Promise.withResolvers<RawResponse>()
    const { method, body, contentType, checksum, csrfToken = this.csrfToken, signal } = exchangeRequest
    if (signal?.aborted) return Promise.resolve(noResponse)
    const request = this.beginRequest(method, exchangeRequest.url, {
      accept: 'application/json',
      ...(this.#isOurs(exchangeRequest.url) && method !== 'GET' && { [csrfHeader]: csrfToken }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(checksum !== undefined && { [bodyChecksumHeader]: checksum }),
      ...(method !== 'GET' && { 'content-length': totalLength(body ?? []) }),
    })
    const stop = () => void request.destroy()
    const stallTimer = new StallTimer(stop)
    signal?.addEventListener('abort', stop)
    let exchanged = Promise.resolve(noResponse)
    request.on('response', (response) => {
      exchanged = readResponseText(response, stallTimer).then(
        (text) => {
          // After an early refusal the server does not read the rest of the body.
          if (!request.writableFinished) stop()
          return rawResponseOf(response, text)
        },
        (error: unknown) => {
          stop()
          // It counts as a response, perhaps of something else: a retry would get the same.
          return error instanceof ResponseTooLargeError ? rawResponseOf(response, '') : noResponse
        },
      )
    })
    // The 'close' event reports it.
    request.on('error', () => undefined)
    request.on('close', () => {
      stallTimer.stop()
      signal?.removeEventListener('abort', stop)
      void exchanged.then(resolve)
    })
    void writeBody(request, exchangeRequest, stallTimer, this.rateLimiter)
    return promise
  }

  /** Starts a request with token or cookies, and stores the response's cookies. Follows no redirects. */
  beginRequest(
    method: ExchangeRequest['method'],
    target: string,
    headers: OutgoingHttpHeaders,
  ): ClientRequest {
    const url = new URL(target, this.#origin)
    const isOurs = this.#isOurs(target)
    const isSecure = url.protocol === 'https:'
    const proxy = proxyOf(url, this.#env)
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: proxy ? this.#proxyAgent(proxy) : isSecure ? this.#httpsAgent : this.#httpAgent,
      ...(!isOurs && { lookup: this.storeGuard.lookup }),
      headers: {
        ...headers,
        ...(isOurs && this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(isOurs && this.#cookies.size > 0 && { cookie: this.#cookieHeader }),
      },
    })
    if (isOurs)
      request.on('response', (response) => {
        // Only a proxy knows the server's address.
        if (!proxy) this.storeGuard.setServerAddress(response.socket.remoteAddress)
        this.#storeCookies(response)
      })
    request.on('response', () => this.#connectionErrors.delete(url.host))
    request.on('error', (error) => {
      const why = error instanceof CommandError ? error : certificateError(url.host, error)
      if (why) this.#connectionErrors.set(url.host, why)
    })
    return request
  }

  /** The reason for which responses are missing: CommandError 'refused' for an untrusted certificate or a proxy; undefined if not known. */
  get connectionError(): CommandError | undefined {
    return this.#connectionErrors.values().next().value
  }

  get cookies(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#cookies)
  }

  /** Restores the cookies of an earlier run. */
  restoreCookies(cookies: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value)
  }

  /** Drops all cookies, so that the next request looks like a first visit. */
  forgetCookies(): void {
    this.#cookies.clear()
  }

  /** Closes idle connections. */
  close(): void {
    for (const agent of [this.#httpAgent, this.#httpsAgent, ...this.#proxyAgents.values()]) agent.destroy()
  }

  #proxyAgent(proxy: URL): ProxyAgent {
    const known = this.#proxyAgents.get(proxy.href)
    if (known) return known
    const agent = new ProxyAgent(proxy, { keepAlive: true, rejectUnauthorized: true })
    this.#proxyAgents.set(proxy.href, agent)
    return agent
  }

  /** True for URLs of the server, which get token and cookies. */
  readonly #isOurs = (url: string) => new URL(url, this.#origin).origin === this.#origin.origin

  get #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #storeCookies({ headers }: IncomingMessage): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '' || /;\s*max-age=0*(;|$)/i.test(cookie)) this.#cookies.delete(name)
      else if (this.#cookies.has(name) || this.#cookies.size < maxCookies) this.#cookies.set(name, value)
    }
  }
}

/** Ends an exchange that makes no progress. */
class StallTimer {
  readonly #onStall: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onStall: () => void) {
    this.#onStall = onStall
    this.waitAtMost(stallTimeoutMs)
  }

  waitAtMost(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onStall, milliseconds)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

async function writeBody(
  request: ClientRequest,
  { method, body = [], onProgress }: ExchangeRequest,
  stallTimer: StallTimer,
  rate: RateLimiter | undefined,
) {
  const pieces = splitPieces(body, rate?.portionBytes ?? minWriteBytes)
  let writtenBytes = 0
  let writeSize = minWriteBytes
  for (let next = 0; next < pieces.length;) {
    await rate?.take(assertDefined(pieces[next]).length)
    // After an abort the memory must not be read any more.
    if (request.destroyed) return
    const startTime = performance.now()
    const writeEnd = writtenBytes + writeSize
    // A failed write ends the request, which reports it.
    await new Promise<unknown>((resolve) => {
      for (let isLast = false; !isLast;) {
        const piece = assertDefined(pieces[next++])
        writtenBytes += piece.length
        isLast = rate !== undefined || writtenBytes >= writeEnd || next === pieces.length
        request.write(piece, isLast ? resolve : undefined)
      }
    })
    stallTimer.waitAtMost(stallTimeoutMs)
    onProgress?.(writtenBytes)
    writeSize =
      performance.now() - startTime < fastWriteMs ? Math.min(2 * writeSize, maxWriteBytes) : minWriteBytes
  }
  if (method === 'POST') stallTimer.waitAtMost(postTimeoutMs)
  request.end()
}

/** Splits pieces to the size of a write. */
const splitPieces = (pieces: readonly Bytes[], maxBytes: number): Bytes[] =>
  pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.length / maxBytes) }, (_, index) =>
      piece.subarray(index * maxBytes, (index + 1) * maxBytes),
    ),
  )

/** The response is larger, or has more values, than any of the contract. */
class ResponseTooLargeError extends Error {}

/** @throws ResponseTooLargeError; Error if it breaks off or takes too long */
async function readResponseText(response: IncomingMessage, stallTimer: StallTimer): Promise<string> {
  const pieces: Buffer[] = []
  const deadline = performance.now() + maxResponseMs
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    stallTimer.waitAtMost(stallTimeoutMs)
    bytes += piece.length
    if (bytes > maxResponseBytes) throw new ResponseTooLargeError()
    if (performance.now() > deadline) throw new Error('The response took too long.')
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces)
  // Only JSON is checked: a page of something else in place of the server stays readable.
  const firstCharacter = String.fromCharCode(text.find((byte) => byte > 0x20) ?? 0)
  const bounds = { depth: maxJsonDepth, values: maxResponseValues }
  if ('[{'.includes(firstCharacter) && exceededBound(text, bounds) !== undefined)
    throw new ResponseTooLargeError()
  return text.toString('utf8')
}

function rawResponseOf({ statusCode, statusMessage, headers }: IncomingMessage, text: string): RawResponse {
  const retryAfter = Number(headers['retry-after'])
  return {
    status: assertDefined(statusCode),
    statusText: assertDefined(statusMessage),
    retryAfter: retryAfter > 0 ? retryAfter : null,
    text,
  }
}
