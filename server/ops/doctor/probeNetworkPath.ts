import type { ClientRequest, IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { SeenRequest } from '../../../contract/schemas/diagnosis.ts'
import { forgedVisitor, type PathFacts, type Spread, type Wait } from '../../../contract/doctor/facts.ts'
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
} from '../../../contract/doctor/probes.ts'
import { KiB, MiB } from '../../../contract/limits.ts'
import { parseJsonObject } from '../../../contract/parseJsonObject.ts'
import { isCertificateError } from '../../../contract/systemErrors.ts'
import { type ProbeResponse, errorReasonOf, sendProbe, type ProbeTarget } from './sendProbe.ts'

/** More bytes than all buffers on the path hold. */
const readerPieces = { pieces: 96, piece_bytes: 256 * KiB }
const dayMs = 24 * 3600 * 1000

/** Tests the network path to the server as a client. @param seconds duration of the longest pause in a transfer */
export async function probeNetworkPath(target: ProbeTarget, seconds: number): Promise<PathFacts> {
  const { url } = target
  const tls = url.startsWith('https:') ? await probeTls(url) : undefined
  if (tls?.failed) return { url, failed: tls.failed }
  const before = Date.now()
  const first = await sendProbe(target, 'seeRequest', { headers: { 'x-forwarded-for': forgedVisitor } })
  const seen = first.status === 200 ? parseSeenRequest(first) : undefined
  if (seen === undefined) return { url, failed: failureOf(first) }
  const clock_ahead_ms = Math.round(Date.parse(seen.time) - (before + Date.now()) / 2)
  const [waits, rest] = await Promise.all([tryWaits(target, seconds), tryWithoutPauses(target)])
  return {
    url,
    seen,
    ...(tls && { ...tls, hsts: first.headers['strict-transport-security'] !== undefined }),
    clock_ahead_ms,
    waits,
    ...rest,
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
    const end = (greeting: Handshake) => {
      resolve(greeting)
      socket.destroy()
    }
    const fail = (why: 'unanswered' | 'certificate', said: string) => end({ failed: { why, said } })
    socket.setTimeout(15_000, () => fail('unanswered', 'no answer'))
    socket.on('error', (error) =>
      fail(isCertificateError(error) ? 'certificate' : 'unanswered', errorReasonOf(error)),
    )
    socket.on('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const days = (from: number) => (Date.parse(valid_to) - from) / dayMs
      const http = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1'
      end({ http, certificate: { left_days: days(Date.now()), of_days: days(Date.parse(valid_from)) } })
    })
  })
}

function parseSeenRequest({ body }: ProbeResponse): SeenRequest | undefined {
  const seen: Partial<Record<keyof SeenRequest, unknown>> = parseJsonObject(body.toString())
  return Array.isArray(seen.forwarded_for) ? (seen as SeenRequest) : undefined
}

function failureOf({ status, reason: said }: ProbeResponse): NonNullable<PathFacts['failed']> {
  if (status === 0) return { why: 'unanswered', said }
  if (status >= 502 && status <= 504) return { why: 'unanswered', said: `${status} of the proxy` }
  return { why: 'stranger', said: `status ${status}` }
}

/** Tests without pauses. The large body comes last, because it would slow the others down. */
async function tryWithoutPauses(target: ProbeTarget): Promise<Partial<PathFacts>> {
  const [body_spread, answer_spread, range] = await Promise.all([
    tryBodySpread(target),
    tryResponseSpread(target),
    tryRange(target),
  ])
  const body = await tryBody(target)
  return {
    ...(body_spread && { body_spread }),
    ...(answer_spread && { answer_spread }),
    range,
    ...(body && { body }),
  }
}

const tryBody = (target: ProbeTarget): Promise<PathFacts['body']> =>
  findLargestBody(async (bytes) => {
    const { status, body } = await sendProbe(target, 'takeBody', { body: wholeBody(bytes) })
    return { status, body: body.toString() }
  })

/** Body that is sent in pieces, so that a refusal is noticed between them. */
function wholeBody(length: number) {
  const piece = Buffer.alloc(MiB)
  return {
    length,
    send: (request: ClientRequest) => {
      let left = length
      const next = () => {
        if (request.destroyed) return
        const bytes = piece.subarray(0, Math.min(left, piece.length))
        left -= bytes.length
        if (left === 0) request.end(bytes)
        else request.write(bytes, next)
      }
      next()
    },
  }
}

function pausedBody(ms: number) {
  const half = Buffer.alloc(firstHalfBytes)
  return {
    length: 2 * firstHalfBytes,
    send: (request: ClientRequest) => {
      request.write(half)
      const timer = setTimeout(() => request.end(half), ms)
      request.once('close', () => clearTimeout(timer))
    },
  }
}

/** Measures whether a paused request body arrives unbuffered; undefined if it was refused. */
export async function tryBodySpread(target: ProbeTarget): Promise<Spread | undefined> {
  const { status, body } = await sendProbe(target, 'takeBody', { body: pausedBody(halfPauseMs) })
  if (status !== 200) return undefined
  const { spread_ms }: { spread_ms?: unknown } = parseJsonObject(body.toString())
  return typeof spread_ms === 'number' ? { sent_ms: halfPauseMs, seen_ms: spread_ms } : undefined
}

async function tryResponseSpread(target: ProbeTarget): Promise<Spread | undefined> {
  let [first, last] = [0, 0]
  const read = async (response: IncomingMessage) => {
    response.on('data', () => {
      last = performance.now()
      first ||= last
    })
    await finished(response)
  }
  const { status } = await sendProbe(target, 'answerSlowly', { query: slowResponse, read })
  return status === 200 ? { sent_ms: slowResponseMs, seen_ms: last - first } : undefined
}

async function tryRange(target: ProbeTarget): Promise<NonNullable<PathFacts['range']>> {
  const { status, body } = await sendProbe(target, 'rangeOfBytes', { headers: { range: rangeHeader } })
  return { status, is_right: isRightRange(body) }
}

async function tryWaits(target: ProbeTarget, seconds: number): Promise<Wait[]> {
  const cutAfter = ({ status, ms, body }: ProbeResponse) => cutAfterSeconds(status, ms, body.toString())
  const ofServer = sendProbe(target, 'answerSlowly', {
    query: { silent_ms: seconds * 1000, pieces: 1, piece_bytes: 1 },
  })
  const ofSender = sendProbe(target, 'takeBody', { body: pausedBody(seconds * 1000) })
  const ofReader = tryReaders(target, seconds)
  return [
    { who: 'server', tried_s: seconds, cut_after_s: cutAfter(await ofServer) },
    { who: 'sender', tried_s: seconds, cut_after_s: cutAfter(await ofSender) },
    { who: 'reader', tried_s: seconds, cut_after_s: await ofReader },
  ]
}

/** A paused reader notices no disconnect, so there are two; if the first is disconnected, the second stops. */
async function tryReaders(target: ProbeTarget, seconds: number): Promise<Wait['cut_after_s']> {
  const controller = new AbortController()
  const long =
    seconds > probeSeconds.quick ? readAfterPause(target, seconds, controller.signal) : Promise.resolve(null)
  const cut = await readAfterPause(target, probeSeconds.quick)
  if (cut === null) return long
  controller.abort()
  await long
  return cut
}

/** Reads a response after a pause of `seconds`; a loss is noticed when reading. */
async function readAfterPause(
  target: ProbeTarget,
  seconds: number,
  signal?: AbortSignal,
): Promise<Wait['cut_after_s']> {
  let bytes = 0
  const read = async (response: IncomingMessage) => {
    await delay(seconds * 1000, undefined, { ...(signal && { signal }) })
    for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length
  }
  const options = { query: readerPieces, read, ...(signal && { signal }) }
  const { status, ms, body } = await sendProbe(target, 'answerSlowly', options)
  const isCut = status === 200 && bytes < readerPieces.pieces * readerPieces.piece_bytes
  return cutAfterSeconds(isCut ? 0 : status, ms, body.toString())
}
