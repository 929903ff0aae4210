import { expect, it, onTestFinished, vi } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { Waiting } from '../../cli/download/waiting.ts'

const idleTimeoutMs = 1000

/** Waits for a network, in a time that passes when the test says so. */
function waitingForNetwork(): Waiting {
  vi.useFakeTimers()
  const waiting = new Waiting({
    ...{ report: { tell: () => undefined, close: () => undefined }, signal: new AbortController().signal },
    ...{ server: { expectTrusted: () => undefined }, give: () => Promise.resolve(), resume: () => undefined },
    idleTimeoutMs,
  })
  onTestFinished(() => {
    waiting.close()
    vi.useRealTimers()
  })
  waiting.hear('network')
  return waiting
}

it('goes on while bytes come', () => {
  const waiting = waitingForNetwork()
  for (let times = 0; times < 5; times++) {
    vi.advanceTimersByTime(idleTimeoutMs - 1)
    waiting.moved(1)
  }
  expect(waiting.signal.aborted).toBe(false)
  vi.advanceTimersByTime(idleTimeoutMs)
  expect(waiting.signal.reason).toMatchObject({ exitCode: exitCodes.network })
})

it.each([0, -50])('takes %i bytes for none that have come', (bytes) => {
  const waiting = waitingForNetwork()
  vi.advanceTimersByTime(idleTimeoutMs - 1)
  waiting.moved(bytes)
  vi.advanceTimersByTime(1)
  expect(waiting.signal.reason).toMatchObject({ exitCode: exitCodes.network })
})
