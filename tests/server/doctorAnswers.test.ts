import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sendProbe, maxProbeResponseBytes, totalTimeoutMs } from '../../server/ops/doctor/ask.ts'
import { tryBodySpread } from '../../server/ops/doctor/networkPath.ts'
import { listen } from '../listen.ts'

/** Whoever answers under the address of the server. */
async function somebody(listener: RequestListener) {
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
  const door = await somebody((_, response) => response.end(Buffer.alloc(length)))
  const answer = await sendProbe(door, 'seeRequest')
  expect([answer.status, answer.body.length]).toEqual([status, status === 200 ? length : 0])
})

it.each(['hello', 'null', '[]', '{"spread_ms":"1"}'])(
  'an answer that is not ours tells nothing: %s',
  async (text) => {
    const door = await somebody((_, response) => response.end(text))
    expect(await tryBodySpread(door)).toBeUndefined()
  },
)

it.each([
  ['drips without an end', totalTimeoutMs, 'no end', true],
  ['does not come', totalTimeoutMs, 'no end', false],
])('an answer that %s is waited for so long and no longer', async (_name, ms, reason, hasBegun) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: asked, resolve } = Promise.withResolvers<unknown>()
  const door = await somebody((_, response) => {
    if (hasBegun) response.write('a')
    resolve(undefined)
  })
  const answer = sendProbe(door, 'seeRequest')
  await asked
  vi.advanceTimersByTime(ms)
  expect(await answer).toMatchObject({ status: 0, reason })
})
