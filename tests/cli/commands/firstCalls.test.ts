import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import type { DelayFunction } from '../../../cli/retryUntilAnswered.ts'
import { pullWithDelay } from '../../../cli/pull/pull.ts'
import type { ReportEvent } from '../../../cli/reporter.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { runSend, sendScene } from './sendScene.ts'
import { pullScene } from './pull/pullScene.ts'
import { testContext, toldMessages, type TestContext, toldEvents } from '../testContext.ts'
import { listen } from '../../listen.ts'

/** A server that has this answer, until it is mended and knows nothing. */
async function outOfOrder(headers: Record<string, string> = {}) {
  const its = { origin: '', isMended: false, asked: 0 }
  const server = createServer((incoming, outgoing) => {
    its.asked++
    incoming.resume()
    outgoing.writeHead(its.isMended ? 404 : 503, headers).end()
  })
  its.origin = await listen(server)
  return its
}

/** Time passes at once, and is written down. */
function time() {
  const delays: number[] = []
  const delay: DelayFunction = (milliseconds) => {
    delays.push(milliseconds)
    return Promise.resolve()
  }
  return { delays, delay }
}

const token = 'A'.repeat(22)
const minutes = 60_000

/** Each command against this server, until its end. */
const firstCall = {
  send: async (origin: string, delay: DelayFunction, hear?: (what: ReportEvent) => void) => {
    const root = await scratchFolder()
    const args = [`${origin}/upload/${token}`, 'here']
    const environment = { delay, idleTimeoutMs: 15 * minutes }
    return runSend({ root, env: { XDG_STATE_HOME: root } }, { args, ...(hear && { hear }) }, environment)
  },
  get: async (origin: string, delay: DelayFunction, hear?: (what: ReportEvent) => void) => {
    const root = await scratchFolder()
    const line = ['get', `${origin}/download/${token}#*:${'A'.repeat(43)}=`, root]
    return ended(testContext(line, { env: { XDG_STATE_HOME: root }, ...(hear && { hear }) }), (context) =>
      get(context, { delay }),
    )
  },
}

async function ended(context: TestContext, run: (context: TestContext) => Promise<number>) {
  const end = await run(context).catch((error: unknown) => error as Error)
  return { end, context }
}

it.each(['send', 'get'] as const)(
  '%s waits for a server that is out of order, and says so once',
  async (name) => {
    const server = await outOfOrder()
    const { delays, delay } = time()
    const { end, context } = await firstCall[name](server.origin, (...how) => {
      server.isMended = delays.length === 6
      return delay(...how)
    })
    expect(end).toMatchObject({ exitCode: 3 })
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(server.asked).toBe(8)
    expect([toldEvents(context, 'wait').length, toldEvents(context, 'resume').length]).toEqual([1, 1])
  },
)

it.each(['send', 'get'] as const)(
  '%s waits as long as a server asks, and not as long as one likes',
  async (name) => {
    const server = await outOfOrder({ 'retry-after': '7' })
    const { delays, delay } = time()
    await firstCall[name](server.origin, (...how) => {
      server.isMended = delays.length === 1
      return delay(...how)
    })
    expect(delays).toEqual([7000, 7000])
    const greedy = await outOfOrder({ 'retry-after': '86400' })
    const second = time()
    const { end } = await firstCall[name](greedy.origin, second.delay)
    expect(end).toMatchObject({ exitCode: 4 })
    expect(new Set(second.delays)).toEqual(new Set([120_000]))
  },
)

it.each(['send', 'get'] as const)('%s ends after 15 minutes without a server, and names it', async (name) => {
  const { delays, delay } = time()
  const { end, context } = await firstCall[name]('http://127.0.0.1:9', delay)
  expect(end).toMatchObject({ exitCode: 4 })
  const waited = delays.reduce((sum, one) => sum + one, 0)
  expect(waited).toBeLessThanOrEqual(15 * minutes)
  expect(waited).toBeGreaterThan(14 * minutes)
  expect(toldMessages(context)).toContain('127.0.0.1:9 does not answer')
})

it('pull waits as long without --watch, and goes on where the server comes back', async () => {
  const here = await pullScene()
  await here.send([{ name: 'a', content: 'a' }])
  here.front.isAway = true
  const { delays, delay } = time()
  const gone = await ended(testContext(here.line(), here.situation), (context) =>
    pullWithDelay(context, delay),
  )
  expect(gone.end).toMatchObject({ fault: { code: 'unanswered' } })
  expect(delays.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(14 * minutes)
  const back = await ended(testContext(here.line(), here.situation), (context) =>
    pullWithDelay(context, (...how) => {
      here.front.isAway = false
      return delay(...how)
    }),
  )
  expect(back.end).toBe(0)
  expect(toldEvents(back.context, 'done')).toHaveLength(1)
  expect(toldEvents(back.context, 'resume')).toHaveLength(1)
})

it('pull waits for a single call, however long it had worked before', async () => {
  const here = await pullScene()
  await here.send([{ name: 'a', content: 'a' }])
  const now = performance.now.bind(performance)
  let worked = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + worked)
  onTestFinished(() => {
    clock.mockRestore()
  })
  const hear = ({ event }: ReportEvent) => {
    if (event !== 'start') return
    worked = 20 * minutes
    here.front.isAway = true
  }
  const { delays, delay } = time()
  const { end, context } = await ended(testContext(here.line(), { ...here.situation, hear }), (its) =>
    pullWithDelay(its, (...how) => {
      here.front.isAway = false
      return delay(...how)
    }),
  )
  expect(end).toBe(0)
  expect(delays).toEqual([1000])
  expect(toldEvents(context, 'start')).toHaveLength(1)
  expect(toldEvents(context, 'done')).toHaveLength(1)
})

it('send goes through with it once the network is there', async () => {
  const its = await sendScene()
  its.proxy.cutConnections()
  await its.put('a.txt', 'a')
  const { end } = await runSend(
    its,
    { args: [its.link, 'a.txt'], hear: ({ event }) => event === 'wait' && its.proxy.acceptConnections() },
    { delay: () => Promise.resolve() },
  )
  expect(end).toBe(0)
})
