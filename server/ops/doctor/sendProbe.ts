import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { addresses, type CallName } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import { diagnosisHeader } from '../../../contract/headers.ts'
import { MiB } from '../../../contract/limits.ts'
import { errorCode } from '../../../contract/systemErrors.ts'
import { request as plainRequest } from '../../http/nodeHttp.ts'
import { readBounded } from '../../http/readBounded.ts'

export interface ProbeTarget {
  url: string
  secret: string
}

export interface ProbeOptions {
  query?: Readonly<Record<string, number>>
  headers?: Readonly<Record<string, string>>
  body?: { length: number; send: (request: ClientRequest) => void }
  /** Consumes the body. Without it, the body is collected. */
  read?: (response: IncomingMessage) => Promise<void>
  signal?: AbortSignal
}

/** Response. With `status` 0 there was none or it was incomplete, and `reason` says why. */
export interface ProbeResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  reason: string
  ms: number
}

/** Idle timeout, far above the longest pause that is tested. */
export const probeIdleTimeoutMs = 120_000
export const probeTimeoutMs = 600_000
/** Maximum size of a collected body, in bytes: the address may belong to any server. */
export const maxProbeResponseBytes = MiB

/** Sends one HTTP/1.1 request on a new connection. Never rejects: errors are results of the test. */
export function sendProbe(
  { url, secret }: ProbeTarget,
  call: CallName,
  options: ProbeOptions = {},
): Promise<ProbeResponse> {
  const { query, headers, body, read, signal } = options
  const { method, path } = addresses[call]
  const address = new URL(apiBase + path, url)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  const send = address.protocol === 'https:' ? tlsRequest : plainRequest
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, rest: Partial<ProbeResponse> = {}) => {
      clearTimeout(timer)
      resolve({
        ...{ status, headers: {}, body: Buffer.alloc(0), reason: '', ...rest },
        ms: performance.now() - begun,
      })
      request.destroy()
    }
    const request = send(address, {
      method,
      agent: false,
      timeout: probeIdleTimeoutMs,
      ...(signal && { signal }),
      headers: {
        [diagnosisHeader]: secret,
        accept: '*/*',
        ...(body && { 'content-length': body.length, 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    })
    const timer = setTimeout(() => end(0, { reason: 'no end' }), probeTimeoutMs)
    request.on('error', (error) => end(0, { reason: errorReasonOf(error) }))
    request.on('timeout', () => end(0, { reason: 'no answer' }))
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response
      const collect = async () => {
        if (statusCode !== 200 || !read)
          return readBounded(response as AsyncIterable<Buffer>, maxProbeResponseBytes)
        await read(response)
        return Buffer.alloc(0)
      }
      collect().then(
        (body) => end(statusCode, { headers, body }),
        // A refusal may be cut off if the server did not read the whole body.
        (error: unknown) =>
          end(statusCode === 200 ? 0 : statusCode, { headers, reason: errorReasonOf(error) }),
      )
    })
    if (body) body.send(request)
    else request.end()
  })
}

/** Node's code of an error, or else its message. */
export const errorReasonOf = (error: unknown): string => errorCode(error) || String(error)
