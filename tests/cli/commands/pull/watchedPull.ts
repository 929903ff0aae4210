import { pullWithDelay } from '../../../../cli/pull/pull.ts'
import { testContext, type TestContext } from '../../testContext.ts'
import type { PullScene } from './pullScene.ts'

export interface WatchedPull {
  readonly context: TestContext
  /** Lets time pass until the next rest. */
  readonly look: () => Promise<void>
  readonly rests: readonly number[]
  readonly end: () => void
  readonly ended: Promise<unknown>
}

/** The command as it watches, its rests as long as the test says. @param more of the command line */
export async function startWatchedPull(here: PullScene, ...more: string[]): Promise<WatchedPull> {
  const control = new AbortController()
  const context = testContext(here.line('--watch', ...more), { ...here.situation, signal: control.signal })
  const rests: number[] = []
  let wake: () => void = () => undefined
  let rested: () => void = () => undefined
  const resting = () => new Promise<void>((resolve) => (rested = resolve))
  let next = resting()
  const ended = pullWithDelay(context, (milliseconds, signal) => {
    rests.push(milliseconds)
    rested()
    return new Promise((resolve, reject) => {
      wake = resolve
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }).catch((error: unknown) => error)
  const settled = async () => {
    await Promise.race([next, ended])
    next = resting()
  }
  await settled()
  return {
    ...{ context, rests, ended },
    look: async () => {
      wake()
      await settled()
    },
    end: () => control.abort(),
  }
}
