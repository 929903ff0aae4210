import { type Call, type CallBody, type CallResponse, callUrl } from '../../contract/call.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { faultOfResponse } from '../../core/faults/faultOfResponse.ts'
import { retryOlderBuilds } from '../../core/util/retryOlderBuilds.ts'
import type { RawResponse } from '../../core/ports.ts'
import { isGood, noResponse } from '../../core/util/rawResponse.ts'
import type { Exchange, ServerClient } from './serverClient.ts'

/** Timeout of a call, in milliseconds. */
export const callTimeoutMs = 30_000

type Answered = Call & { readonly response: NonNullable<Call['response']> }

interface CallOptions<C extends Call> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: CallBody<C>
  signal?: AbortSignal | undefined
}

/** Makes a call of the contract. @throws CommandError for an untrusted certificate; FaultError; the signal's reason */
export async function callJson<C extends Answered>(
  server: ServerClient,
  call: C,
  options: CallOptions<C> = {},
): Promise<CallResponse<C>> {
  const raw = await answeredCall(server, call, options)
  const read = call.response.safeParse(parseJsonObject(raw.text))
  if (!read.success) throw new FaultError(fault('refused', { status: raw.status, said: notSealpostText }))
  return read.data as CallResponse<C>
}

/** Makes a call whose response has no body. @throws as `callJson` */
export async function callEmpty<C extends Call>(
  server: ServerClient,
  call: C,
  options: CallOptions<C>,
): Promise<void> {
  await answeredCall(server, call, options)
}

async function answeredCall<C extends Call>(
  server: ServerClient,
  call: C,
  { params, query, body, signal }: CallOptions<C>,
): Promise<RawResponse> {
  const url = query
    ? `${callUrl(call, params)}?${new URLSearchParams(query).toString()}`
    : callUrl(call, params)
  const raw = await exchangeJson(server, { method: call.method, url }, body, signal)
  signal?.throwIfAborted()
  if (raw.status === 0) server.expectTrusted()
  if (!isGood(raw)) throw new FaultError(faultOfRaw(raw))
  return raw
}

/** Sends JSON, or no body. An abort counts as unanswered. */
export const exchangeJson = (
  server: ServerClient,
  head: Pick<Exchange, 'method' | 'url'>,
  body: unknown,
  signal?: AbortSignal,
): Promise<RawResponse> =>
  retryOlderBuilds(
    () => server.exchange({ ...head, ...jsonOf(body), signal: withTimeout(signal) }),
    (raw) => (isGood(raw) ? undefined : faultOfRaw(raw)),
    signal,
  ).catch((error: unknown) => {
    if (signal?.aborted) return noResponse
    throw error
  })

const notSealpostText =
  'What answers at this address is no Sealpost, or one of another version. Open it in a browser to see what it is.'
const redirectText =
  'The server sends on to another address, and this program does not follow. Give the address that it has in the end.'

export function faultOfRaw(raw: RawResponse): Fault {
  const { status } = raw
  if (status === 0) return fault('unanswered')
  if (status >= 300 && status < 400) return fault('refused', { status, said: redirectText })
  return faultOfResponse(raw, parseJsonObject(raw.text))
}

const jsonOf = (body: unknown): Pick<Exchange, 'body' | 'contentType'> =>
  body === undefined
    ? {}
    : { body: [new TextEncoder().encode(JSON.stringify(body))], contentType: 'application/json' }

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(callTimeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
