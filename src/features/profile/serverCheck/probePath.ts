import { callUrl } from '../../../../contract/call.ts'
import { addresses } from '../../../../contract/addresses.ts'
import type { SeenRequest } from '../../../../contract/schemas/diagnosis.ts'
import { forgedVisitor, type PathFacts, type Spread, type Wait } from '../../../../contract/doctor/facts.ts'
import {
  cutAfterSeconds,
  firstHalfBytes,
  halfPauseMs,
  isRightRange,
  findLargestBody,
  probeSeconds,
  rangeHeader,
  slowResponse,
  slowResponseMs,
} from '../../../../contract/doctor/probes.ts'
import { fetchApi } from '../../../api/client.ts'
import { sendProbe, type ProbeResult, supportsRequestStreams } from './sendProbe.ts'

/**
 * Tests the connection from this browser to the server. Some tests need the command line: a reader that
 * stalls, since browsers read ahead, and, without streams in this browser, a sender that stalls.
 * @throws FaultError if the server refuses the caller; an AbortError
 */
export async function probePath(signal: AbortSignal): Promise<PathFacts> {
  const before = Date.now()
  const response = await fetchApi('seeRequest', { headers: { 'x-forwarded-for': forgedVisitor }, signal })
  const seen = (await response.json()) as SeenRequest
  const clock_ahead_ms = Math.round(Date.parse(seen.time) - (before + Date.now()) / 2)
  const http = protocolOf(callUrl(addresses.seeRequest))
  const streams = (http === 'h2' || http === 'h3') && supportsRequestStreams()
  const [waits, others] = await Promise.all([
    probeWaits(streams, signal),
    probeBodiesAndRange(streams, signal),
  ])
  return {
    url: window.origin,
    seen,
    ...(http !== undefined && { http }),
    ...(window.origin.startsWith('https:') && { hsts: response.headers.has('strict-transport-security') }),
    clock_ahead_ms,
    waits,
    ...others,
  }
}

/** Returns the protocol of the last request to the address; undefined if the browser does not disclose it. */
function protocolOf(url: string): string | undefined {
  const entries = performance.getEntriesByName(new URL(url, window.origin).href, 'resource')
  const { nextHopProtocol = '' } = (entries.at(-1) ?? {}) as Partial<PerformanceResourceTiming>
  return nextHopProtocol === '' ? undefined : nextHopProtocol
}

async function probeBodiesAndRange(streams: boolean, signal: AbortSignal): Promise<Partial<PathFacts>> {
  const [body_spread, answer_spread, range] = await Promise.all([
    streams ? probeBodySpread(signal) : undefined,
    probeResponseSpread(signal),
    probeRange(signal),
  ])
  // In sequence, as it would slow down the others.
  const body = await probeLargestBody(signal)
  return {
    ...(body_spread && { body_spread }),
    ...(answer_spread && { answer_spread }),
    range,
    ...(body && { body }),
  }
}

const probeLargestBody = (signal: AbortSignal): Promise<PathFacts['body']> =>
  findLargestBody(async (bytes) => {
    const body = new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' })
    const tried = await sendProbe('takeBody', { body, signal })
    return { status: tried.status, body: new TextDecoder().decode(tried.bytes) }
  })

/** Returns a body that stalls in the middle. */
function stallingBody(ms: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === 1) await new Promise((resolve) => setTimeout(resolve, ms))
        if (sent === 2) controller.close()
        else controller.enqueue(new Uint8Array(firstHalfBytes))
        sent += 1
      },
    },
    { highWaterMark: 0 },
  )
}

const octetStream = { 'content-type': 'application/octet-stream' }

async function probeBodySpread(signal: AbortSignal): Promise<Spread | undefined> {
  const { status, bytes } = await sendProbe('takeBody', {
    body: stallingBody(halfPauseMs),
    headers: octetStream,
    signal,
  })
  if (status !== 200) return undefined
  const { spread_ms } = JSON.parse(new TextDecoder().decode(bytes)) as { spread_ms: number }
  return { sent_ms: halfPauseMs, seen_ms: spread_ms }
}

async function probeResponseSpread(signal: AbortSignal): Promise<Spread | undefined> {
  const times: number[] = []
  const { status } = await sendProbe('answerSlowly', { query: slowResponse, signal }, () =>
    times.push(performance.now()),
  )
  const seen_ms = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return status === 200 ? { sent_ms: slowResponseMs, seen_ms } : undefined
}

async function probeRange(signal: AbortSignal): Promise<NonNullable<PathFacts['range']>> {
  const { status, bytes } = await sendProbe('rangeOfBytes', { headers: { range: rangeHeader }, signal })
  return { status, is_right: isRightRange(bytes) }
}

async function probeWaits(streams: boolean, signal: AbortSignal): Promise<Wait[]> {
  const ms = probeSeconds.whole * 1000
  const waitOf = (who: Wait['who'], { status, ms, bytes }: ProbeResult): Wait => ({
    who,
    tried_s: probeSeconds.whole,
    cut_after_s: cutAfterSeconds(status, ms, new TextDecoder().decode(bytes)),
  })
  const query = { silent_ms: ms, pieces: 1, piece_bytes: 1 }
  const [ofServer, ofSender] = await Promise.all([
    sendProbe('answerSlowly', { query, signal }),
    streams ? sendProbe('takeBody', { body: stallingBody(ms), headers: octetStream, signal }) : undefined,
  ])
  return [waitOf('server', ofServer), ...(ofSender ? [waitOf('sender', ofSender)] : [])]
}
