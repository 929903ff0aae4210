import { connect } from 'node:tls'
import { forgedVisitor, type PathFacts } from '../../../contract/doctor/facts.ts'
import { clockAheadMs, probeTransfers } from '../../../contract/doctor/probeTransfers.ts'
import { parseJsonObject } from '../../../contract/parseJsonObject.ts'
import type { SeenRequest } from '../../../contract/schemas/diagnosis.ts'
import { isCertificateError } from '../../../contract/systemErrors.ts'
import { errorReasonOf, type NodeProbeResponse, sendNodeProbe, type ProbeTarget } from './sendNodeProbe.ts'

const dayMs = 24 * 3600 * 1000

/** Tests the network path to the server as a client. @param seconds duration of the longest pause in a transfer */
export async function probeNetworkPath(target: ProbeTarget, seconds: number): Promise<PathFacts> {
  const { url } = target
  const tls = url.startsWith('https:') ? await probeTls(url) : undefined
  if (tls?.failed) return { url, failed: tls.failed }
  const startedAt = Date.now()
  const response = await sendNodeProbe(target, 'seeRequest', {
    headers: { 'x-forwarded-for': forgedVisitor },
  })
  const seen = response.status === 200 ? parseSeenRequest(response) : undefined
  if (seen === undefined) return { url, failed: failureOf(response) }
  return {
    url,
    seen,
    ...(tls && { ...tls, hsts: response.headers['strict-transport-security'] !== undefined }),
    clock_ahead_ms: clockAheadMs(seen, startedAt),
    ...(await probeTransfers(
      {
        send: (call, request) => sendNodeProbe(target, call, request),
        pauses: ['server', 'sender', 'reader'],
      },
      seconds,
    )),
  }
}

type Handshake = Pick<PathFacts, 'failed' | 'http' | 'certificate'>

/** Result of the TLS handshake: the newest common HTTP version, and the certificate's expiry. */
function probeTls(url: string): Promise<Handshake> {
  const { hostname, port } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const servername = /^[0-9.]+$|:/.test(host) ? {} : { servername: host }
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ALPNProtocols: ['h2', 'http/1.1'],
      ...servername,
    })
    const settle = (greeting: Handshake) => {
      resolve(greeting)
      socket.destroy()
    }
    const fail = (why: 'unanswered' | 'certificate', said: string) => settle({ failed: { why, said } })
    socket.setTimeout(15_000, () => fail('unanswered', 'no response within 15 s'))
    socket.on('error', (error) =>
      fail(isCertificateError(error) ? 'certificate' : 'unanswered', errorReasonOf(error)),
    )
    socket.on('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const days = (from: number) => (Date.parse(valid_to) - from) / dayMs
      const http = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1'
      settle({ http, certificate: { left_days: days(Date.now()), of_days: days(Date.parse(valid_from)) } })
    })
  })
}

function parseSeenRequest({ body }: NodeProbeResponse): SeenRequest | undefined {
  const seen: Partial<Record<keyof SeenRequest, unknown>> = parseJsonObject(body.toString())
  return Array.isArray(seen.forwarded_for) ? (seen as SeenRequest) : undefined
}

function failureOf({ status, reason: said }: NodeProbeResponse): NonNullable<PathFacts['failed']> {
  if (status === 0) return { why: 'unanswered', said }
  if (status >= 502 && status <= 504) return { why: 'unanswered', said: `status ${status} of the proxy` }
  return { why: 'stranger', said: `status ${status}` }
}
