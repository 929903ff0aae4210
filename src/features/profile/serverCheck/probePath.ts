import { callUrl } from '../../../../contract/call.ts'
import { addresses } from '../../../../contract/addresses.ts'
import { forgedVisitor, type PathFacts } from '../../../../contract/doctor/facts.ts'
import { clockAheadMs, probeSeconds, probeTransfers } from '../../../../contract/doctor/probeTransfers.ts'
import type { SeenRequest } from '../../../../contract/schemas/diagnosis.ts'
import { fetchApi } from '../../../api/client.ts'
import { fetchProbe, supportsRequestStreams } from './fetchProbe.ts'

/**
 * Tests the connection from this browser to the server. Some tests need the command line: a reader that
 * stalls, since browsers read ahead, and, without streams in this browser, a sender that stalls.
 * @throws FaultError if the server refuses the caller; an AbortError
 */
export async function probePath(signal: AbortSignal): Promise<PathFacts> {
  const startedAt = Date.now()
  const response = await fetchApi('seeRequest', { headers: { 'x-forwarded-for': forgedVisitor }, signal })
  const seen = (await response.json()) as SeenRequest
  const clock_ahead_ms = clockAheadMs(seen, startedAt)
  const http = protocolOf(callUrl(addresses.seeRequest))
  const streams = (http === 'h2' || http === 'h3') && supportsRequestStreams()
  return {
    url: window.origin,
    seen,
    http,
    ...(window.origin.startsWith('https:') && { hsts: response.headers.has('strict-transport-security') }),
    clock_ahead_ms,
    ...(await probeTransfers(
      {
        send: (call, request) => fetchProbe(call, { ...request, signal }),
        pauses: streams ? ['server', 'sender'] : ['server'],
      },
      probeSeconds.whole,
    )),
  }
}

/** Returns the protocol of the last request to the address; undefined if the browser does not disclose it. */
function protocolOf(url: string): string | undefined {
  const entries = performance.getEntriesByName(new URL(url, window.origin).href, 'resource')
  const { nextHopProtocol = '' } = (entries.at(-1) ?? {}) as Partial<PerformanceResourceTiming>
  return nextHopProtocol === '' ? undefined : nextHopProtocol
}
