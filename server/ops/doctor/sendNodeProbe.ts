import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { addresses, type CallName } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import type { ProbeBody, ProbeRequest, ProbeResponse } from '../../../contract/doctor/probeTransfers.ts'
import { diagnosisHeader } from '../../../contract/headers.ts'
import { MiB } from '../../../contract/limits.ts'
import { errorCode } from '../../../contract/systemErrors.ts'
import { request as plainRequest } from '../../http/nodeHttp.ts'
import { readBounded } from '../../http/readBounded.ts'

export interface ProbeTarget {
  url: string
  secret: string
}

export interface NodeProbeResponse extends ProbeResponse {
  headers: IncomingHttpHeaders
  /** Reason why `status` is 0; empty otherwise. */
  reason: string
}

/** Timeout without any byte, far above the longest pause that is tested. */
export const probeIdleTimeoutMs = 120_000
/** Timeout of a whole request. */
export const probeTimeoutMs = 600_000
/** Maximum size of a collected body, in bytes: the address may belong to any server. */
export const maxProbeResponseBytes = MiB

/** Sends one HTTP/1.1 request on a new connection. Errors of the request are results: `status` is 0 then. */
export function sendNodeProbe(
  { url, secret }: ProbeTarget,
  call: CallName,
  { query, headers, body, readAfterMs = 0, onPiece, signal }: ProbeRequest = {},
): Promise<NodeProbeResponse> {
  const { method, path } = addresses[call]
  const address = new URL(apiBase + path, url)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  const send = address.protocol === 'https:' ? tlsRequest : plainRequest
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const settle = (status: number, members: Partial<NodeProbeResponse> = {}) => {
      clearTimeout(timer)
      resolve({
        ...{ status, headers: {}, body: Buffer.alloc(0), reason: '', ...members },
        ms: performance.now() - startedAt,
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
        ...(body && { 'content-length': body.bytes, 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    })
    const timer = setTimeout(
      () => settle(0, { reason: 'response not finished after 10 min' }),
      probeTimeoutMs,
    )
    request.on('error', (error) => settle(0, { reason: errorReasonOf(error) }))
    request.on('timeout', () => settle(0, { reason: 'nothing received for 2 min' }))
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response
      const pieces: AsyncIterable<Buffer> = response
      const collect = async () => {
        if (statusCode !== 200 || !onPiece) return readBounded(pieces, maxProbeResponseBytes)
        if (readAfterMs > 0) await delay(readAfterMs, undefined, { ...(signal && { signal }) })
        for await (const piece of pieces) onPiece(piece)
        return Buffer.alloc(0)
      }
      collect().then(
        (body) => settle(statusCode, { headers, body }),
        // A refusal may be cut off if the server did not read the whole body.
        (error: unknown) =>
          settle(statusCode === 200 ? 0 : statusCode, { headers, reason: errorReasonOf(error) }),
      )
    })
    if (body) writeBody(request, body)
    else request.end()
  })
}

function writeBody(request: ClientRequest, { bytes, pauseMs }: ProbeBody): void {
  if (pauseMs !== undefined) {
    const half = Buffer.alloc(bytes / 2)
    request.write(half)
    const timer = setTimeout(() => request.end(half), pauseMs)
    request.once('close', () => clearTimeout(timer))
    return
  }
  const piece = Buffer.alloc(MiB)
  let remaining = bytes
  // In pieces, so that a refusal is noticed between them.
  const writeNext = () => {
    if (request.destroyed) return
    const chunk = piece.subarray(0, remaining)
    remaining -= chunk.length
    if (remaining === 0) request.end(chunk)
    else request.write(chunk, writeNext)
  }
  writeNext()
}

/** Node's code of an error; its message if it has none. */
export const errorReasonOf = (error: unknown): string => errorCode(error) || String(error)
