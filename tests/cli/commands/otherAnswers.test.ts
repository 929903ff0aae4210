import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nodeUploadCalls } from '../../../cli/platform/nodeUploadCalls.ts'
import { ServerClient } from '../../../cli/platform/serverClient.ts'
import { pullWithDelay } from '../../../cli/pull/pull.ts'
import type { ReportEvent } from '../../../cli/reporter.ts'
import { KiB } from '../../../contract/limits.ts'
import { messagesOf, testContext } from '../testContext.ts'
import { otherAnswers } from './pull/alteringProxy.ts'
import { contentByPath, failureByFile, messagesOfKind, type PullSetup, setUpPull } from './pull/setUpPull.ts'
import { startWatchedPull } from './pull/watchedPull.ts'
import { setUpShare } from './share/setUpShare.ts'

const answers = Object.entries(otherAnswers)
const minuteMs = 60_000
/** Files of this content share two requests. */
const largeContent = Buffer.alloc(250 * KiB)

/** Time that passes for whatever measures it. @returns a function that lets some pass */
function controlClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => {
    clock.mockRestore()
  })
  return (milliseconds) => void (passed += milliseconds)
}

const withListener = (setup: PullSetup, onEvent: (event: ReportEvent) => void): PullSetup => ({
  ...setup,
  contextOptions: { ...setup.contextOptions, onEvent },
})

describe.each(answers)('where something else answers with %s', (_, answer) => {
  it('for some files alone, these fail, and the others are saved', async () => {
    const setup = await setUpPull()
    const filesOf = (kind: string, count: number) =>
      Array.from({ length: count }, (_file, at) => ({ name: `${kind} ${at}`, content: largeContent }))
    const [bad, good] = [filesOf('bad', 6), filesOf('good', 4)]
    const refused = await setup.send(bad)
    await setup.send(good)
    setup.proxy.otherAnswer = (call) =>
      refused.some((id) => new RegExp(`(download/|ids=.*\\b)${id}\\b`).test(call)) ? answer : undefined
    const pass = controlClock()
    const watched = withListener(setup, ({ event }) => event === 'wait' && pass(minuteMs))
    const { nextPoll, context, stop } = await startWatchedPull(watched)
    expect(failureByFile(context.events)).toEqual(
      Object.fromEntries(bad.map(({ name }) => [name, 'other-answer'])),
    )
    const namesHere = async () => Object.keys(await contentByPath(setup.dir))
    expect(await namesHere()).toEqual(good.map(({ name }) => name))
    await setup.send([{ name: 'next', content: 'next' }])
    await nextPoll()
    expect(await namesHere()).toEqual([...good.map(({ name }) => name), 'next'])
    stop()
  })

  it('for everything, files wait for the server', async () => {
    const setup = await setUpPull()
    await setup.send(['a', 'b'].map((name) => ({ name, content: largeContent })))
    const pass = controlClock()
    let [isReplaced, left] = [false, Infinity]
    setup.proxy.otherAnswer = (call) => {
      isReplaced ||= /content|download/.test(call)
      return isReplaced && left-- > 0 ? answer : undefined
    }
    const watched = withListener(setup, ({ event }) => {
      if (event !== 'wait') return
      pass(10 * minuteMs)
      left = 2
    })
    const { context, stop } = await startWatchedPull(watched)
    expect(failureByFile(context.events)).toEqual({})
    expect(Object.keys(await contentByPath(setup.dir)).sort()).toEqual(['a', 'b'])
    stop()
  })

  it.each([
    ['the folder', /\/folders\/\d+$/],
    ['its files', /\/folders\/\d+\/files$/],
    ['keys', /\/files\/keys$/],
  ])('to the question for %s, --watch waits, also at the beginning', async (_what, calls) => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a', content: 'a' }])
    const replace = () => {
      setup.proxy.otherAnswer = (call) => (calls.test(call) ? answer : undefined)
    }
    replace()
    const { nextPoll, context, stop } = await startWatchedPull(setup)
    const waitOut = async () => {
      await nextPoll()
      await nextPoll()
      setup.proxy.otherAnswer = () => undefined
      await nextPoll()
    }
    await waitOut()
    expect(await contentByPath(setup.dir)).toEqual({ a: 'a' })
    await setup.send([{ name: 'b', content: 'b' }])
    replace()
    await waitOut()
    expect(await contentByPath(setup.dir)).toEqual({ a: 'a', b: 'b' })
    const waits = messagesOfKind(context.events, 'wait')
    expect(waits).toHaveLength(2)
    expect(waits[0]).toContain('Something else answered')
    stop()
  })

  it('a command that does not watch waits, too, once the server has answered', async () => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a', content: 'a' }])
    const onEvent = ({ event }: ReportEvent) => {
      if (event === 'start') setup.proxy.otherAnswer = () => answer
    }
    const context = testContext(setup.commandLine(), { ...setup.contextOptions, onEvent })
    const delays: number[] = []
    const code = await pullWithDelay(context, (milliseconds) => {
      delays.push(milliseconds)
      setup.proxy.otherAnswer = () => undefined
      return Promise.resolve()
    })
    expect([code, delays]).toEqual([0, [1000]])
    expect(messagesOf(context)).toContain('The server answers again')
  })

  it('at first, the address counts as wrong', async () => {
    const setup = await setUpPull()
    setup.proxy.otherAnswer = () => answer
    const { code, message } = await setup.run()
    expect(code).toBe(3)
    expect(message).toMatch(/is not a Sealpost server|does not follow/)
  })

  it('a large upload waits before its first part and when it is gone on with', async () => {
    const { proxy, folder } = await setUpPull()
    const server = new ServerClient(proxy.origin)
    onTestFinished(() => server.close())
    const calls = nodeUploadCalls(server, folder.link_token)
    proxy.otherAnswer = () => answer
    const { signal } = new AbortController()
    const isOfOther = { ok: false, fault: { code: 'other-answer' } }
    expect(await calls.create(9, 7, signal)).toMatchObject(isOfOther)
    expect(await calls.ask('A'.repeat(22), signal)).toMatchObject(isOfOther)
  })
})

it('makes no second folder where a page came for the answer, and says that the first may be there', async () => {
  const { runWithToken, proxy } = await setUpShare()
  proxy.otherAnswer = (call) =>
    call.startsWith('POST /api/folders') ? otherAnswers['a page with 200'] : undefined
  const { code, message } = await runWithToken(['mkdir', proxy.origin, 'Photos'])
  expect([code, message]).toEqual([4, expect.stringContaining('not known whether') as string])
  expect(proxy.calls.filter((call) => call.startsWith('POST /api/folders'))).toHaveLength(1)
})
