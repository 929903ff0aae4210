import { expect, it, onTestFinished, vi } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { BlockerHandler } from '../../cli/download/blockerHandler.ts'

const idleTimeoutMs = 1000

/** Waits for a network, in a time that passes when the test says so. */
function handlerWithoutNetwork(): BlockerHandler {
  vi.useFakeTimers()
  const handler = new BlockerHandler({
    ...{ report: { emit: () => undefined, close: () => undefined }, signal: new AbortController().signal },
    ...{ server: { connectionError: undefined }, idleTimeoutMs },
  })
  onTestFinished(() => {
    handler.close()
    vi.useRealTimers()
  })
  handler.onBlocker('network')
  return handler
}

it('goes on while bytes come', () => {
  const handler = handlerWithoutNetwork()
  for (let times = 0; times < 5; times++) {
    vi.advanceTimersByTime(idleTimeoutMs - 1)
    handler.onBytes(1)
  }
  expect(handler.signal.aborted).toBe(false)
  vi.advanceTimersByTime(idleTimeoutMs)
  expect(handler.signal.reason).toMatchObject({ exitCode: exitCodes.network })
})

it.each([0, -50])('takes %i bytes for none that have come', (bytes) => {
  const handler = handlerWithoutNetwork()
  vi.advanceTimersByTime(idleTimeoutMs - 1)
  handler.onBytes(bytes)
  vi.advanceTimersByTime(1)
  expect(handler.signal.reason).toMatchObject({ exitCode: exitCodes.network })
})
