import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import type { DelayFunction } from '../../../cli/retryUntilAnswered.ts'
import { pullWithDelay } from '../../../cli/pull/pull.ts'
import type { ReportEvent } from '../../../cli/reporter.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { runSend, setUpSend } from './setUpSend.ts'
import { setUpPull } from './pull/setUpPull.ts'
import { testContext, messagesOf, type TestContext, eventsOf } from '../testContext.ts'
import { listen } from '../../listen.ts'

/** A server that has this answer, until it is mended and knows nothing. */
async function startBrokenServer(headers: Record<string, string> = {}) {
  const state = { origin: '', isMended: false, requests: 0 }
  const server = createServer((incoming, outgoing) => {
    state.requests++
    incoming.resume()
    outgoing.writeHead(state.isMended ? 404 : 503, headers).end()
  })
  state.origin = await listen(server)
  return state
}

/** Time passes at once, and is written down. */
function recordedDelays() {
  const delays: number[] = []
  const delay: DelayFunction = (milliseconds) => {
    delays.push(milliseconds)
    return Promise.resolve()
  }
  return { delays, delay }
}

const linkToken = 'A'.repeat(22)
const minuteMs = 60_000

/** Each command against this server, until its end. */
const runByCommand = {
  send: async (origin: string, delay: DelayFunction, onEvent?: (what: ReportEvent) => void) => {
    const root = await scratchFolder()
    const args = [`${origin}/upload/${linkToken}`, 'here']
    const environment = { delay, idleTimeoutMs: 15 * minuteMs }
    return runSend(
      { root, env: { XDG_STATE_HOME: root } },
      { args, ...(onEvent && { onEvent }) },
      environment,
    )
  },
  get: async (origin: string, delay: DelayFunction, onEvent?: (what: ReportEvent) => void) => {
    const root = await scratchFolder()
    const line = ['get', `${origin}/download/${linkToken}#*:${'A'.repeat(43)}=`, root]
    return outcomeOf(
      testContext(line, { env: { XDG_STATE_HOME: root }, ...(onEvent && { onEvent }) }),
      (context) => get(context, { delay }),
    )
  },
}

async function outcomeOf(context: TestContext, run: (context: TestContext) => Promise<number>) {
  const outcome = await run(context).catch((error: unknown) => error as Error)
  return { outcome, context }
}

it.each(['send', 'get'] as const)(
  '%s waits for a server that is out of order, and says so once',
  async (name) => {
    const server = await startBrokenServer()
    const { delays, delay } = recordedDelays()
    const { outcome, context } = await runByCommand[name](server.origin, (...how) => {
      server.isMended = delays.length === 6
      return delay(...how)
    })
    expect(outcome).toMatchObject({ exitCode: 3 })
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(server.requests).toBe(8)
    expect([eventsOf(context, 'wait').length, eventsOf(context, 'resume').length]).toEqual([1, 1])
  },
)

it.each(['send', 'get'] as const)(
  '%s waits as long as a server asks, and not as long as one likes',
  async (name) => {
    const server = await startBrokenServer({ 'retry-after': '7' })
    const { delays, delay } = recordedDelays()
    await runByCommand[name](server.origin, (...how) => {
      server.isMended = delays.length === 1
      return delay(...how)
    })
    expect(delays).toEqual([7000, 7000])
    const greedy = await startBrokenServer({ 'retry-after': '86400' })
    const second = recordedDelays()
    const { outcome } = await runByCommand[name](greedy.origin, second.delay)
    expect(outcome).toMatchObject({ exitCode: 4 })
    expect(new Set(second.delays)).toEqual(new Set([120_000]))
  },
)

it.each(['send', 'get'] as const)('%s ends after 15 minutes without a server, and names it', async (name) => {
  const { delays, delay } = recordedDelays()
  const { outcome, context } = await runByCommand[name]('http://127.0.0.1:9', delay)
  expect(outcome).toMatchObject({ exitCode: 4 })
  const waited = delays.reduce((sum, one) => sum + one, 0)
  expect(waited).toBeLessThanOrEqual(15 * minuteMs)
  expect(waited).toBeGreaterThan(14 * minuteMs)
  expect(messagesOf(context)).toContain('127.0.0.1:9 does not answer')
})

it('pull waits as long without --watch, and goes on where the server comes back', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: 'a', content: 'a' }])
  setup.proxy.isAway = true
  const { delays, delay } = recordedDelays()
  const gone = await outcomeOf(testContext(setup.commandLine(), setup.contextOptions), (context) =>
    pullWithDelay(context, delay),
  )
  expect(gone.outcome).toMatchObject({ fault: { code: 'unanswered' } })
  expect(delays.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(14 * minuteMs)
  const back = await outcomeOf(testContext(setup.commandLine(), setup.contextOptions), (context) =>
    pullWithDelay(context, (...how) => {
      setup.proxy.isAway = false
      return delay(...how)
    }),
  )
  expect(back.outcome).toBe(0)
  expect(eventsOf(back.context, 'done')).toHaveLength(1)
  expect(eventsOf(back.context, 'resume')).toHaveLength(1)
})

it('pull waits for a single call, however long it had worked before', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: 'a', content: 'a' }])
  const now = performance.now.bind(performance)
  let worked = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + worked)
  onTestFinished(() => {
    clock.mockRestore()
  })
  const onEvent = ({ event }: ReportEvent) => {
    if (event !== 'start') return
    worked = 20 * minuteMs
    setup.proxy.isAway = true
  }
  const { delays, delay } = recordedDelays()
  const { outcome, context } = await outcomeOf(
    testContext(setup.commandLine(), { ...setup.contextOptions, onEvent }),
    (pullContext) =>
      pullWithDelay(pullContext, (...how) => {
        setup.proxy.isAway = false
        return delay(...how)
      }),
  )
  expect(outcome).toBe(0)
  expect(delays).toEqual([1000])
  expect(eventsOf(context, 'start')).toHaveLength(1)
  expect(eventsOf(context, 'done')).toHaveLength(1)
})

it('send goes through with it once the network is there', async () => {
  const setup = await setUpSend()
  setup.proxy.cutConnections()
  await setup.writeFile('a.txt', 'a')
  const { outcome } = await runSend(
    setup,
    {
      args: [setup.link, 'a.txt'],
      onEvent: ({ event }) => event === 'wait' && setup.proxy.acceptConnections(),
    },
    { delay: () => Promise.resolve() },
  )
  expect(outcome).toBe(0)
})
