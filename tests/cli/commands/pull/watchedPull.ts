import { pullWithDelay } from '../../../../cli/pull/pull.ts'
import { testContext, type TestContext } from '../../testContext.ts'
import type { PullSetup } from './setUpPull.ts'

export interface WatchedPull {
  readonly context: TestContext
  /** Lets time pass until the next rest. */
  readonly nextPoll: () => Promise<void>
  readonly delays: readonly number[]
  readonly stop: () => void
  readonly outcome: Promise<unknown>
}

/** The command as it watches, its rests as long as the test says. @param args of the command line */
export async function startWatchedPull(setup: PullSetup, ...args: string[]): Promise<WatchedPull> {
  const control = new AbortController()
  const context = testContext(setup.commandLine('--watch', ...args), {
    ...setup.contextOptions,
    signal: control.signal,
  })
  const rests: number[] = []
  let wake: () => void = () => undefined
  let onPause: () => void = () => undefined
  const newPause = () => new Promise<void>((resolve) => (onPause = resolve))
  let nextPause = newPause()
  const outcome = pullWithDelay(context, (milliseconds, signal) => {
    rests.push(milliseconds)
    onPause()
    return new Promise((resolve, reject) => {
      wake = resolve
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }).catch((error: unknown) => error)
  const waitForPause = async () => {
    await Promise.race([nextPause, outcome])
    nextPause = newPause()
  }
  await waitForPause()
  return {
    ...{ context, delays: rests, outcome },
    nextPoll: async () => {
      wake()
      await waitForPause()
    },
    stop: () => control.abort(),
  }
}
