import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { requestsText } from '../../bench/measure/requestLog.ts'
import { Line, LineDirection } from '../../bench/setup/line.ts'

const closed: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closed.splice(0).reverse()) await close()
})

/** A server that answers with what it was sent, behind a line. */
async function lineToEcho(): Promise<Line> {
  const server = createServer((request, response) => void request.pipe(response)).listen(0, '127.0.0.1')
  closed.push(() => server.close())
  await once(server, 'listening')
  const spec = { megabytesPerSecond: 100, roundTripMs: 2 }
  const line = await Line.open(spec, `http://localhost:${(server.address() as AddressInfo).port}`)
  closed.push(() => line.close())
  return line
}

it('a line changes no byte, and knows the requests that crossed it', async () => {
  const line = await lineToEcho()
  line.requests.restart()
  const bodies = [3, 1_000_000].map((bytes) => new Uint8Array(bytes).map((_, at) => at % 251))
  for (const [n, body] of bodies.entries()) {
    const answer = await fetch(`${line.origin}/${n}`, { method: 'PUT', body })
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
  }
  const { requests } = line.requests
  expect(requests.map(({ name }) => name)).toEqual(['PUT /0', 'PUT /1'])
  for (const [n, { began, sent, answered, ended, sentBytes, receivedBytes }] of requests.entries()) {
    expect(began).toBeLessThanOrEqual(sent)
    expect(answered).toBeLessThanOrEqual(ended ?? NaN)
    expect(Math.min(sentBytes, receivedBytes)).toBeGreaterThan(bodies[n]?.length ?? NaN)
  }
  expect(requestsText(requests)).toContain('  PUT /1\n')
})

it('what a line carries arrives in order, not before its time', async () => {
  const direction = new LineDirection({ megabytesPerSecond: 10, roundTripMs: 40 })
  const began = performance.now()
  const arrived: { n: number; after: number }[] = []
  const all = Promise.withResolvers<undefined>()
  for (let n = 0; n < 4; n++) {
    const last = n === 3 ? () => all.resolve(undefined) : () => undefined
    void direction.carry(100_000, () => {
      arrived.push({ n, after: performance.now() - began })
      last()
    })
  }
  await all.promise
  expect(arrived.map(({ n }) => n)).toEqual([0, 1, 2, 3])
  // 10 ms for each piece, and 20 for the way.
  for (const { n, after } of arrived) expect(after).toBeGreaterThanOrEqual((n + 1) * 10 + 20)
})
