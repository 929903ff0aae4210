import { type Call, type CallBody, type CallResponse, callUrl } from '../../contract/call.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { faultOfResponse } from '../../core/faults/faultOfResponse.ts'
import { retryOlderBuilds } from '../../core/util/retryOlderBuilds.ts'
import type { RawResponse } from '../../core/ports.ts'
import { isSuccess, noResponse } from '../../core/util/rawResponse.ts'
import type { ExchangeRequest, ServerClient } from './serverClient.ts'

interface CallInput<Body> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Body
  signal?: AbortSignal | undefined
}

/**
 * Makes a call of the contract.
 * @returns null for a call whose response has no body
 * @throws CommandError for an untrusted certificate; FaultError; the signal's reason
 */
export async function callJson<C extends Call>(
  server: ServerClient,
  call: C,
  input: CallInput<CallBody<C>> = {},
): Promise<CallResponse<C>> {
  const raw = await exchangeJson(server, call, input)
  input.signal?.throwIfAborted()
  if (raw.status === 0 && server.connectionError) throw server.connectionError
  if (!isSuccess(raw)) throw new FaultError(faultOfRawResponse(raw))
  if (!call.response) return null as CallResponse<C>
  const parsed = call.response.safeParse(parseJsonObject(raw.text))
  if (!parsed.success) throw new FaultError(fault('refused', { status: raw.status, said: notSealpostText }))
  return parsed.data as CallResponse<C>
}

/** Sends JSON, or no body, within the times of `ServerClient.exchange`. An abort counts as unanswered. */
export function exchangeJson(
  server: ServerClient,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { params, query, body, signal }: CallInput<unknown>,
): Promise<RawResponse> {
  const url = callUrl({ path }, params) + (query ? `?${new URLSearchParams(query).toString()}` : '')
  return retryOlderBuilds(
    () => server.exchange({ method, url, ...jsonBody(body), signal }),
    (raw) => (isSuccess(raw) ? undefined : faultOfRawResponse(raw)),
    signal,
  ).catch((error: unknown) => {
    if (signal?.aborted) return noResponse
    throw error
  })
}

/** Text about a success that is none of the contract, such as the page of a proxy. */
export const notSealpostText =
  'What answers at this address is no Sealpost, or one of another version. Open it in a browser to see what it is.'
const redirectText =
  'The server sends on to another address, and this program does not follow. Give the address that it has in the end.'

export function faultOfRawResponse(raw: RawResponse): Fault {
  const { status } = raw
  if (status === 0) return fault('unanswered')
  if (status >= 300 && status < 400) return fault('refused', { status, said: redirectText })
  return faultOfResponse(raw, parseJsonObject(raw.text))
}

const jsonBody = (body: unknown): Pick<ExchangeRequest, 'body' | 'contentType'> =>
  body === undefined
    ? {}
    : { body: [new TextEncoder().encode(JSON.stringify(body))], contentType: 'application/json' }
