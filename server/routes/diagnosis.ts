import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { errorDetails } from '../../contract/errors.ts'
import {
  answerSlowly,
  inspectServer,
  rangeOfBytes,
  seeRequest,
  takeBody,
} from '../../contract/schemas/diagnosis.ts'
import { diagnosisHeader } from '../../contract/headers.ts'
import { maxProbeBytes, probeRangeBytes } from '../../contract/limits.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { isValidSelfTestSecret } from '../diagnosis/selfTestSecret.ts'
import { noMeters } from '../metrics/meters.ts'
import { contentTooLarge, unauthorized, unavailable } from '../http/errors.ts'
import { requireOperator } from '../plugins/sessions.ts'
import { originOf } from '../plugins/origin.ts'
import { applyRange } from '../http/ranges.ts'
import { sendPieces } from '../http/sendPieces.ts'

/** Limit of concurrent calls that take long. A self-test needs about six. */
export const maxSlowCalls = 16
/** Maximum duration of such a call in milliseconds, longer than any test. */
export const maxSlowCallMs = 150_000

/** Tests of the network path to this server, for its operator only. Nothing is stored. */
export function diagnosisRoutes(app: FastifyInstance, context: Context): void {
  let running = 0

  app.addHook('onRequest', (request) => requireTester(context, request))

  /** Limits the number of concurrent calls of all callers. @throws HttpError 503 */
  async function limitSlowCall<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    if (running >= maxSlowCalls) throw unavailable(errorDetails.busy, 5)
    running += 1
    const timer = setTimeout(() => request.raw.destroy(), maxSlowCallMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      running -= 1
    }
  }

  registerCall(app, seeRequest, { access: 'public' }, (request) => {
    const peer = request.socket.remoteAddress ?? ''
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(','))
    const entries = forwarded.map((entry) => entry.trim()).filter(Boolean)
    const trusts = context.trustProxy ?? (() => false)
    return {
      http_version: request.raw.httpVersion,
      origin: originOf(context, request),
      has_public_url: context.publicOrigin !== undefined,
      trusts_proxies: context.trustProxy !== undefined,
      peer,
      peer_is_trusted: trusts(peer, 0),
      visitor: request.ip,
      forwarded_for: entries,
      forwarded_proto: [request.headers['x-forwarded-proto'] ?? null].flat()[0] ?? null,
      // A trusted hop count ends before this distance. A trusted network does not.
      names_last_forwarded: trusts(entries.at(-1) ?? '', 99),
      time: isoNow(context),
    }
  })

  app.register((scope) => {
    // Accept any content type; the handler reads the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    registerCall(scope, takeBody, { access: 'public', readsBody: true }, (request) =>
      limitSlowCall(request, () => measureBody(request)),
    )
  })

  registerCall(app, answerSlowly, { access: 'public' }, (request, reply) =>
    limitSlowCall(request, async () => {
      const { silent_ms, pieces, piece_bytes, turn_ms } = request.query
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      const wait = (ms: number) => delay(ms, undefined, { signal: closed.signal }).catch(() => undefined)
      await wait(silent_ms)
      if (closed.signal.aborted) return reply
      const piece = Buffer.alloc(piece_bytes, '.')
      async function* generatePieces() {
        for (let n = 0; n < pieces; n++) {
          if (n > 0 && turn_ms > 0) await wait(turn_ms)
          if (closed.signal.aborted) return
          yield piece
        }
      }
      // Some proxies stream this content type and buffer others.
      void reply.type('text/event-stream').header('content-length', pieces * piece_bytes)
      const responseClosed = new Promise((resolve) => reply.raw.once('close', resolve))
      // Not counted as a download.
      await sendPieces(reply, generatePieces(), noMeters)
      await responseClosed
      return reply
    }),
  )

  registerCall(app, rangeOfBytes, { access: 'public' }, async (_request, reply) => {
    void reply.type('application/octet-stream')
    const range = applyRange(reply, { size: probeRangeBytes, etag: '"sealpost-diagnosis"' })
    const bytes = Buffer.from(Array.from({ length: probeRangeBytes }, (_, n) => n % 251))
    return reply.send(range && bytes.subarray(range.start, range.end + 1))
  })

  registerCall(app, inspectServer, { access: 'public' }, (request) => limitSlowCall(request, context.inspect))
}

/** Refuses all but the operator and a running self-test. @throws HttpError 401, 403 */
async function requireTester({ db, now }: Context, request: FastifyRequest): Promise<void> {
  const secret = request.headers[diagnosisHeader]
  if (typeof secret === 'string') {
    if (await isValidSelfTestSecret(db, secret, now())) return
    throw unauthorized(errorDetails.selfTestOver)
  }
  await requireOperator(request, errorDetails.operatorsTest)
}

/** @throws HttpError 413 */
async function measureBody({ raw }: FastifyRequest): Promise<{ bytes: number; spread_ms: number }> {
  if (Number(raw.headers['content-length'] ?? 0) > maxProbeBytes)
    throw contentTooLarge('This is more than is tried.')
  let bytes = 0
  let [first, last] = [0, 0]
  // Keep the connection, to respond with 413.
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    last = performance.now()
    if (bytes === 0) first = last
    bytes += piece.length
    if (bytes > maxProbeBytes) throw contentTooLarge('This is more than is tried.')
  }
  return { bytes, spread_ms: Math.round(last - first) }
}
