import { FaultError } from '../core/faults/fault.ts'
import { faultText } from '../i18n/errorText.ts'
import { isTemporary, maxRetryAfterMs } from '../core/faults/retries.ts'
import { pause } from '../core/util/pause.ts'
import type { Context } from './context.ts'

/** Milliseconds without a response, or a byte of one, before giving up. */
export const defaultIdleTimeoutMs = 15 * 60_000

/** The pause before a retry, doubled each time. */
const [minDelayMs, maxDelayMs] = [1000, 30_000]

/** Resolves after some milliseconds. @throws the signal's reason */
export type DelayFunction = (milliseconds: number, signal: AbortSignal) => Promise<void>

export interface RetryOptions extends Pick<Context, 'report' | 'signal'> {
  readonly origin: string
  /** Infinity waits without end. */
  readonly idleTimeoutMs?: number | undefined
  readonly delay?: DelayFunction | undefined
  readonly shouldRetry?: (error: FaultError) => boolean
}

/** Repeats a call until there is a response, within the time. @throws the last error, the signal's reason */
export async function retryUntilAnswered<T>(
  {
    origin,
    report,
    signal,
    delay = pause,
    shouldRetry = ({ fault }) => isTemporary(fault),
    idleTimeoutMs = defaultIdleTimeoutMs,
  }: RetryOptions,
  call: () => Promise<T>,
): Promise<T> {
  let waited = 0
  for (let tries = 0; ; tries++) {
    const began = performance.now()
    const resume = () => {
      if (tries > 0) report.emit({ event: 'resume', message: 'The server answers again.' })
    }
    try {
      const response = await call()
      resume()
      return response
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FaultError) || !shouldRetry(error)) {
        resume()
        throw error
      }
      const { fault } = error
      const nextDelayMs = fault.after === undefined ? minDelayMs * 2 ** tries : fault.after * 1000
      const longestDelayMs = fault.after === undefined ? maxDelayMs : maxRetryAfterMs
      const waitMs = Math.min(nextDelayMs, longestDelayMs)
      waited += performance.now() - began + waitMs
      if (waited > idleTimeoutMs) throw error
      const problemText =
        fault.code === 'unanswered' ? `${new URL(origin).host} does not answer.` : faultText(fault)
      if (tries === 0) report.emit({ event: 'wait', message: `${problemText} It is asked again and again.` })
      await delay(waitMs, signal)
    }
  }
}

/** `retryUntilAnswered` for the calls of one server. */
export type RetryFunction = <T>(call: () => Promise<T>) => Promise<T>

/** Repeats the request of a list until its first portion arrives. Later errors are thrown: the list may be shown. */
export async function* retryUntilListed<T>(
  retry: RetryFunction,
  list: () => AsyncGenerator<T[], void>,
): AsyncGenerator<T[], void> {
  const { portions, first } = await retry(async () => {
    const portions = list()
    return { portions, first: await portions.next() }
  })
  if (first.done) return
  yield first.value
  yield* portions
}
