import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import type { Blocker } from '../../../core/open/openJob.ts'
import { RetryLoop, Blockers } from '../../../core/open/blockers.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const sessionExpired = fault('sessionExpired', { status: 401 })
const unanswered = fault('unanswered')
const other = fault('other-answer', { status: 403 })

function setUp() {
  const reportedBlockers: (Blocker | null)[] = []
  const blockers = new Blockers((blocker) => reportedBlockers.push(blocker))
  const abort = new AbortController()
  /** True if the server itself answers the call that asks for that. */
  const server = { answers: true }
  const get = () =>
    Promise.resolve(
      new Response('', { headers: { 'content-type': server.answers ? 'application/json' : 'text/html' } }),
    )
  /** A file that asks; how often it has been told to ask again. */
  const startFile = () => {
    const retries = new RetryLoop({ get, blockers, signal: abort.signal })
    const file = {
      retries,
      asks: 0,
      failed: (what = sessionExpired) => retries.wait(what, 0).then(() => file.asks++),
    }
    return file
  }
  return { reportedBlockers, blockers, abort, startFile, server }
}

const passMicrotasks = () => vi.advanceTimersByTimeAsync(0)

it('what a person has given is asked with at once, and after a longer pause each time that it was not the right thing', async () => {
  const { blockers, startFile, reportedBlockers } = setUp()
  const file = startFile()
  void file.failed()
  blockers.resume()
  await passMicrotasks()
  expect(file.asks).toBe(1)

  void file.failed()
  blockers.resume()
  // Of another file somebody says so too: that shortens nothing.
  blockers.resume()
  await vi.advanceTimersByTimeAsync(249)
  blockers.resume()
  await passMicrotasks()
  expect(file.asks).toBe(1)
  await vi.advanceTimersByTimeAsync(251)
  expect(file.asks).toBe(2)

  void file.failed()
  blockers.resume()
  await vi.advanceTimersByTimeAsync(499)
  expect(file.asks).toBe(2)
  await vi.advanceTimersByTimeAsync(501)
  expect(file.asks).toBe(3)
  expect(reportedBlockers).toEqual(['sign-in', null, 'sign-in', null, 'sign-in', null])

  // It was the right thing after all: what is needed later is another matter.
  file.retries.reset()
  void file.failed()
  blockers.resume()
  await passMicrotasks()
  expect(file.asks).toBe(4)
})

it('what was on its way when a person gave it is asked for again at once, and not told', async () => {
  const { blockers, startFile, reportedBlockers } = setUp()
  const [one, late] = [startFile(), startFile()]
  void one.failed()
  blockers.resume()
  await passMicrotasks()
  void late.failed()
  await passMicrotasks()
  expect([one.asks, late.asks]).toEqual([1, 1])
  expect(reportedBlockers).toEqual(['sign-in', null])
  // Asked with what was given, it is a need like any other.
  void late.failed()
  await passMicrotasks()
  expect([late.asks, reportedBlockers.at(-1)]).toEqual([1, 'sign-in'])
})

it('a pause that is only the network’s is over when that is back', async () => {
  const { blockers, startFile } = setUp()
  const file = startFile()
  void file.failed(unanswered)
  blockers.resume()
  await passMicrotasks()
  expect(file.asks).toBe(1)
})

it('cancelling ends either pause', async () => {
  const { blockers, abort, startFile } = setUp()
  const file = startFile()
  void file.failed()
  blockers.resume()
  await passMicrotasks()
  const resting = file.failed()
  blockers.resume()
  await passMicrotasks()
  abort.abort(new Error('enough'))
  await expect(resting).rejects.toThrow('enough')
})

describe('something else that answers', () => {
  /** Fails until the file is given up, or for ten minutes. @returns for how long, in milliseconds, and the fault */
  async function failOn({ failed }: ReturnType<ReturnType<typeof setUp>['startFile']>) {
    const began = performance.now()
    for (;;) {
      let end: unknown = null
      const waited = failed(other).then(
        () => (end = 'again'),
        (error: unknown) => (end = faultOf(error)),
      )
      while (end === null) await vi.advanceTimersByTimeAsync(250)
      await waited
      const lasted = performance.now() - began
      if (end !== 'again' || lasted > 600_000) return { lasted, end }
    }
  }

  it('for files alone is waited for a minute, by all together: a sender may have sent many', async () => {
    const { startFile, reportedBlockers } = setUp()
    const first = await failOn(startFile())
    expect(first.end).toEqual(fault('other-answer'))
    expect(first.lasted).toBeGreaterThan(60_000)
    expect(first.lasted).toBeLessThan(90_000)
    const next = await failOn(startFile())
    expect(next.end).toEqual(fault('other-answer'))
    expect(next.lasted).toBeLessThan(2000)
    expect(reportedBlockers).toEqual(['other-answer', null])
  })

  it('is waited for anew where it was gone meanwhile', async () => {
    const { startFile } = setUp()
    const file = startFile()
    await failOn(file)
    file.retries.reset()
    void file.failed(other)
    await vi.advanceTimersByTimeAsync(1000)
    file.retries.reset()
    expect((await failOn(startFile())).lasted).toBeGreaterThan(60_000)
  })

  it('to all calls is waited for', async () => {
    const { startFile, server } = setUp()
    server.answers = false
    expect(await failOn(startFile())).toMatchObject({ end: 'again' })
  })
})
