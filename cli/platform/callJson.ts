import { type Call, type CallBody, type CallResponse, callUrl } from '../../contract/call.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { faultOfAnswer } from '../../core/faults/otherAnswer.ts'
import { retryOlderBuilds } from '../../core/util/retryOlderBuilds.ts'
import type { RawResponse } from '../../core/ports.ts'
import { isHtml, isSuccess, noResponse } from '../../core/util/rawResponse.ts'
import { refusedError } from '../exitCodes.ts'
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
 * @throws CommandError for an untrusted certificate or a wrong address; FaultError; the signal's reason
 */
export async function callJson<C extends Call>(
  server: ServerClient,
  call: C,
  input: CallInput<CallBody<C>> = {},
): Promise<CallResponse<C>> {
  const raw = await exchangeJson(server, call, input)
  input.signal?.throwIfAborted()
  if (raw.status === 0 && server.connectionError) throw server.connectionError
  const responseFault = faultOfRawResponse(raw)
  if (responseFault) throw errorOfAnswer(server, responseFault)
  if (!call.response) return null as CallResponse<C>
  const parsed = call.response.safeParse(parseJsonObject(raw.text))
  if (!parsed.success) throw new FaultError(fault('refused', { status: raw.status, said: notSealpostText }))
  server.isAddressRight = true
  return parsed.data as CallResponse<C>
}

/** Sends a request with a body in JSON, or without one, see `ServerClient.exchange`. An abort counts as unanswered. */
export function exchangeJson(
  server: ServerClient,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { params, query, body, signal }: CallInput<unknown>,
): Promise<RawResponse> {
  const url = callUrl({ path }, params) + (query ? `?${new URLSearchParams(query).toString()}` : '')
  return retryOlderBuilds(
    () => server.exchange({ method, url, ...jsonBody(body), signal }),
    faultOfRawResponse,
    signal,
  ).catch((error: unknown) => {
    if (signal?.aborted) return noResponse
    throw error
  })
}

/** Text for a successful response that is not one of the contract, such as a page of a proxy. */
export const notSealpostText =
  'The server at this address is not a Sealpost server, or has another version. Open the address in a browser to see what it is.'
const redirectText =
  'The server redirects to another address, which this program does not follow. Give the final address.'

/** Returns the fault of a response; undefined for a success. */
export function faultOfRawResponse(raw: RawResponse): Fault | undefined {
  if (raw.status === 0) return fault('unanswered')
  if (!isSuccess(raw)) return faultOfAnswer(raw, parseJsonObject(raw.text))
  return isHtml(raw) ? fault('other-answer') : undefined
}

/** Returns the error for a fault. Before the server has answered once, an answer of something else means a wrong address. */
export function errorOfAnswer({ isAddressRight }: ServerClient, responseFault: Fault): Error {
  const { code, status } = responseFault
  if (code !== 'other-answer' || isAddressRight) return new FaultError(responseFault)
  return refusedError(status !== null && status < 400 ? redirectText : notSealpostText)
}

const jsonBody = (body: unknown): Pick<ExchangeRequest, 'body' | 'contentType'> =>
  body === undefined
    ? {}
    : { body: [new TextEncoder().encode(JSON.stringify(body))], contentType: 'application/json' }
