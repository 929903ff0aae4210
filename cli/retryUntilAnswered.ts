import { FaultError } from '../core/faults/fault.ts'
import { faultText } from '../i18n/errorText.ts'
import { isTemporary, maxRetryAfterMs } from '../core/faults/retries.ts'
import { pause } from '../core/util/pause.ts'
import type { Context } from './context.ts'

/** Milliseconds without a response, or a byte of one, after which a command gives up. */
export const defaultIdleTimeoutMs = 15 * 60_000

/** The pause before the first retry; it is doubled each time. */
const minDelayMs = 1000
const maxDelayMs = 30_000

/** Resolves after some milliseconds. @throws the signal's reason */
export type DelayFunction = (milliseconds: number, signal: AbortSignal) => Promise<void>

export interface RetryOptions extends Pick<Context, 'report' | 'signal'> {
  readonly origin: string
  /** Infinity for no limit. */
  readonly idleTimeoutMs?: number | undefined
  readonly delay?: DelayFunction | undefined
  readonly shouldRetry?: (error: FaultError) => boolean
}

/**
 * Repeats a call until there is a response, or no more time. Reports when waiting begins and ends.
 * @throws the last error, or the signal's reason
 */
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
  let waitedMs = 0
  for (let retryCount = 0; ; retryCount++) {
    const startTime = performance.now()
    const reportResume = () => {
      if (retryCount > 0) report.emit({ event: 'resume', message: 'The server answers again.' })
    }
    try {
      const response = await call()
      reportResume()
      return response
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FaultError) || !shouldRetry(error)) {
        reportResume()
        throw error
      }
      const { fault } = error
      const nextDelayMs = fault.after === undefined ? minDelayMs * 2 ** retryCount : fault.after * 1000
      const longestDelayMs = fault.after === undefined ? maxDelayMs : maxRetryAfterMs
      const waitMs = Math.min(nextDelayMs, longestDelayMs)
      waitedMs += performance.now() - startTime + waitMs
      if (waitedMs > idleTimeoutMs) throw error
      const problemText =
        fault.code === 'unanswered' ? `${new URL(origin).host} does not answer.` : faultText(fault)
      if (retryCount === 0) report.emit({ event: 'wait', message: `${problemText} Trying again.` })
      await delay(waitMs, signal)
    }
  }
}

/** `retryUntilAnswered` with the options of one command. */
export type RetryFunction = <T>(call: () => Promise<T>) => Promise<T>

/** Yields a list; retries until its first portion arrives. Later errors are thrown, since portions may have been shown. */
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
