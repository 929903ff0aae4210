import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addresses } from '../../contract/addresses.ts'
import { apiBase } from '../../contract/call.ts'
import { probeBodySpread } from '../../contract/doctor/probeTransfers.ts'
import {
  sendNodeProbe,
  maxProbeResponseBytes,
  probeTimeoutMs,
} from '../../server/ops/doctor/sendNodeProbe.ts'
import { probeNetworkPath } from '../../server/ops/doctor/probeNetworkPath.ts'
import { listen } from '../listen.ts'

/** Whoever answers under the address of the server. */
async function startProbeTarget(listener: RequestListener) {
  const server = createServer((request, response) => {
    request.resume()
    listener(request, response)
  })
  return { url: await listen(server), secret: 'secret' }
}

it.each([
  [maxProbeResponseBytes, 200],
  [maxProbeResponseBytes + 1, 0],
])('an answer of %i bytes is one of status %i', async (length, status) => {
  const door = await startProbeTarget((_, response) => response.end(Buffer.alloc(length)))
  const answer = await sendNodeProbe(door, 'seeRequest')
  expect([answer.status, answer.body.length]).toEqual([status, status === 200 ? length : 0])
})

it.each(['hello', 'null', '[]', '{"spread_ms":"1"}'])(
  'an answer that is not ours tells nothing: %s',
  async (text) => {
    const door = await startProbeTarget((_, response) => response.end(text))
    expect(await probeBodySpread((call, request) => sendNodeProbe(door, call, request))).toBeUndefined()
  },
)

it.each([
  ['drips without an end', probeTimeoutMs, 'response not finished after 10 min', true],
  ['does not come', probeTimeoutMs, 'response not finished after 10 min', false],
])('an answer that %s is waited for so long and no longer', async (_name, ms, reason, hasBegun) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: asked, resolve } = Promise.withResolvers<unknown>()
  const door = await startProbeTarget((_, response) => {
    if (hasBegun) response.write('a')
    resolve(undefined)
  })
  const answer = sendNodeProbe(door, 'seeRequest')
  await asked
  vi.advanceTimersByTime(ms)
  expect(await answer).toMatchObject({ status: 0, reason })
})

/** Answers the first request of a test as the server does, and refuses the others. */
const refusingListener =
  (status: number, body: string): RequestListener =>
  ({ url = '' }, response) => {
    const isFirst = url.startsWith(apiBase + addresses.seeRequest.path)
    if (!isFirst) response.statusCode = status
    response.end(isFirst ? JSON.stringify({ forwarded_for: [], time: new Date().toISOString() }) : body)
  }

it.each([
  ['refuses a request itself', '{"code":"busy"}', 'undefined'],
  ['is a proxy without an answer', 'Service Unavailable', 'number'],
])('who answers with 503 and %s: what is known of time-outs and bodies', async (_name, body, expected) => {
  const { waits, body: largest } = await probeNetworkPath(
    await startProbeTarget(refusingListener(503, body)),
    1,
  )
  expect(typeof largest?.passed).toBe(expected)
  expect(waits?.map(({ who, cut_after_s }) => [who, typeof cut_after_s])).toEqual([
    ['server', expected],
    ['sender', expected],
    ['reader', expected],
  ])
})
