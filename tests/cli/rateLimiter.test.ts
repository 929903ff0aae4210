import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { rateLimiterOption } from '../../cli/rateLimiterOption.ts'
import { nodeOpeningPorts } from '../../cli/platform/nodeOpeningPorts.ts'
import { RateLimiter } from '../../cli/platform/rateLimiter.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { KiB } from '../../contract/limits.ts'
import { listen } from '../listen.ts'

/** Time that passes only where it is waited for. */
function fakeClock() {
  let now = 0
  return {
    now: () => now,
    wait: (milliseconds: number) => {
      now += milliseconds
      return Promise.resolve()
    },
  }
}

/** Says how many bytes came; answers a GET with so many. */
async function startEchoServer(content: Buffer): Promise<string> {
  const http = createServer((request, response) => {
    let bytes = 0
    request.on('data', (piece: Buffer) => (bytes += piece.length))
    request.on('end', () => response.end(request.method === 'GET' ? content : String(bytes)))
  })
  return listen(http)
}

const minSeconds = 8
const content = randomBytes(minSeconds * 100 * KiB)

it('has those who ask wait behind each other, and catch up no more than a quarter of a second', async () => {
  let now = 0
  const waits: number[] = []
  const wait = (milliseconds: number) => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  const rate = new RateLimiter(1000, { now: () => now, wait })
  await Promise.all([rate.take(500), rate.take(250), rate.take(1)])
  expect(waits).toEqual([250, 500])
  now = 10_000
  await rate.take(1000)
  await rate.take(1)
  expect(waits).toEqual([250, 500, 750])
})

it.each(['PUT', 'POST'] as const)('slows what leaves by %s', async (method) => {
  const clock = fakeClock()
  const server = new ServerClient(
    await startEchoServer(content),
    {},
    undefined,
    new RateLimiter(100 * KiB, clock),
  )
  onTestFinished(() => server.close())
  const sentBytes: number[] = []
  const { text } = await server.exchange({
    ...{ method, url: '/', body: [new Uint8Array(content)] },
    onProgress: (sum) => sentBytes.push(sum),
  })
  expect(text).toBe(String(content.length))
  // Each piece waits for the time of those before it, and a quarter of a second was not used before.
  expect(clock.now()).toBeCloseTo((minSeconds - 0.5) * 1000)
  expect(sentBytes).toHaveLength(minSeconds * 4)
})

it('slows what is fetched', async () => {
  const clock = fakeClock()
  const server = new ServerClient(
    await startEchoServer(content),
    {},
    undefined,
    new RateLimiter(100 * KiB, clock),
  )
  onTestFinished(() => server.close())
  const answer = await nodeOpeningPorts(server).get('/', { signal: new AbortController().signal })
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect(clock.now()).toBeGreaterThanOrEqual((minSeconds - 0.5) * 1000 - 1)
  expect(clock.now()).toBeLessThanOrEqual((minSeconds - 0.25) * 1000)
})

it('is read as curl reads it, and refused where it is none, or too small', () => {
  const rate = (text: string) => rateLimiterOption({ options: { 'limit-rate': text } })
  expect([rate('1024')?.portionBytes, rate('100K')?.portionBytes, rate('2m')?.portionBytes]).toEqual([
    256,
    25 * KiB,
    256 * KiB,
  ])
  expect(rateLimiterOption({ options: {} })).toBeUndefined()
  for (const text of ['', '0', '1023', '-5K', '5T', '1.5M', 'K', '9'.repeat(13)])
    expect(() => rate(text)).toThrow('--limit-rate takes')
})
