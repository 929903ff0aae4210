import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { finished } from 'node:stream/promises'
import { addresses, type CallName } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'

/** What a request is for, as reports tell them apart. */
export const requestKinds = ['form', 'begin', 'part', 'confirm', 'look', 'range', 'together'] as const
export type RequestKind = (typeof requestKinds)[number]

export interface WireRequest {
  kind: RequestKind
  call: CallName
  params: Record<string, string | number>
  /** With its '?'. */
  query?: string
  headers?: Record<string, string>
  /** Sent one after the other, never copied. */
  body?: readonly Uint8Array[]
  /** Gets the bytes of a good answer as they come, which has no text then. What it waits for holds the line up. */
  takeBytes?: (bytes: Buffer) => void | Promise<void>
}

export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Asks a server: which, and how often, is decided by whoever made this. @throws when no whole answer comes */
export type SendRequest = (request: WireRequest) => Promise<WireAnswer>

/** An answer that was none of success. */
export class RefusedError extends Error {
  readonly status: number
  constructor(kind: RequestKind, { status, text }: WireAnswer) {
    super(`${kind}: ${status} ${text.slice(0, 200)}`)
    this.status = status
  }
}

export const isSuccess = ({ status }: Pick<WireAnswer, 'status'>): boolean => status >= 200 && status < 300

/** @throws Refused */
export async function requestSuccess(send: SendRequest, request: WireRequest): Promise<WireAnswer> {
  const answer = await send(request)
  if (!isSuccess(answer)) throw new RefusedError(request.kind, answer)
  return answer
}

export const idleTimeoutMs = 60_000

export const totalBytes = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

/**
 * One request to one server. By Node's own client: `fetch` takes more of the processor than the server does.
 * @param agent of the same scheme as `origin`
 * @param visitor address of whoever asks, for a server that trusts this one as its proxy
 * @throws what breaks the connection
 */
export async function sendRequest(
  origin: string,
  { call, params, query = '', headers, body, takeBytes }: WireRequest,
  { agent, visitor }: { agent: Agent; visitor?: string },
): Promise<WireAnswer> {
  const request = origin.startsWith('https:') ? httpsRequest : httpRequest
  const sending = request(origin + callUrl(addresses[call], params) + query, {
    agent,
    method: addresses[call].method,
    timeout: idleTimeoutMs,
    headers: {
      ...headers,
      ...(body && { 'content-length': totalBytes(body) }),
      ...(visitor !== undefined && { 'x-forwarded-for': visitor }),
    },
  })
  sending.once('timeout', () => {
    sending.destroy(Object.assign(new Error(`${call}: no answer`), { code: 'ETIMEDOUT' }))
  })
  const answered = once(sending, 'response')
  // Of an answer that has begun, the reading below hears it.
  sending.on('error', () => undefined)
  sending.cork()
  for (const piece of body ?? []) sending.write(piece)
  sending.end()
  sending.uncork()
  const [answer] = (await answered) as [IncomingMessage]
  const { statusCode: status = 0, headers: said } = answer
  const pieces: Buffer[] = []
  const keep = (bytes: Buffer) => void pieces.push(bytes)
  const takes = takeBytes && isSuccess({ status }) ? takeBytes : keep
  // Events cost less than the iterator.
  answer.on('data', (bytes: Buffer) => {
    const taken = takes(bytes)
    if (!taken) return
    answer.pause()
    taken.then(
      () => answer.resume(),
      (error: unknown) => answer.destroy(error as Error),
    )
  })
  await finished(answer)
  return { status, headers: said, text: Buffer.concat(pieces).toString() }
}

/** Whether it is a broken connection that has thrown this. */
export const isConnectionError = (error: unknown): boolean => error instanceof Error && 'code' in error
