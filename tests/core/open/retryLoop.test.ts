import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import type { Blocker } from '../../../core/open/openJob.ts'
import { RetryLoop, Blockers } from '../../../core/open/blockers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const sessionExpired = fault('sessionExpired', { status: 401 })
const unanswered = fault('unanswered')

function setUp() {
  const reportedBlockers: (Blocker | null)[] = []
  const blockers = new Blockers((blocker) => reportedBlockers.push(blocker))
  const abort = new AbortController()
  /** A file that asks; how often it has been told to ask again. */
  const startFile = () => {
    const retries = new RetryLoop(blockers, abort.signal)
    const file = {
      retries,
      asks: 0,
      failed: (what = sessionExpired) => retries.wait(what, 0).then(() => file.asks++),
    }
    return file
  }
  return { reportedBlockers, blockers, abort, startFile }
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
