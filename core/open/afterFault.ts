import { type Fault, fault, type FaultCode } from '../faults/fault.ts'
import { failingSince, isTemporary, maxRetryAfterMs, giveUpAfterMs } from '../faults/retries.ts'
import type { Blocker } from './openJob.ts'

/** Failures of one file since the last chunk that verified. */
export interface FailureStreak {
  readonly failures: number
  /** Time of the first of successive server failures, in milliseconds; null if there is none. */
  readonly failingSince: number | null
  /** The chunk that was damaged; null if none was. */
  readonly damagedAt: number | null
  /** Number of successive requests to a person to remove a blocker. */
  readonly removalRequests: number
}

export const noFailures: FailureStreak = {
  failures: 0,
  failingSince: null,
  damagedAt: null,
  removalRequests: 0,
}

type AfterFault =
  /** Retry from the first chunk that has not verified, after this many milliseconds. */
  | { readonly do: 'retry'; readonly after: number; readonly blocker: Blocker | null }
  /** Retry when the blocker has been removed, and this many milliseconds have passed. */
  | { readonly do: 'wait'; readonly blocker: Blocker; readonly after: number }
  | { readonly do: 'fail'; readonly fault: Fault }

/** The time limit for failures that may affect one file alone while the others wait for it; see `giveUpAfterMs`. */
export const giveUpOnFileAfterMs = 60_000
/** Number of successive failures after which a lost network is reported. Most networks recover sooner. */
const reportedFailures = 3
const minPauseMs = 250
const maxPauseMs = 15_000

/** Blockers that a person can remove, by fault code. */
const blockerByCode: Partial<Record<FaultCode, Blocker>> = {
  downloadLinkLocked: 'link-password',
  sessionExpired: 'sign-in',
  notAuthenticated: 'sign-in',
}

export const blockerOf = ({ code }: Fault): Blocker | null => blockerByCode[code] ?? null

interface FaultContext {
  /** The first chunk that has not verified. */
  readonly chunk: number
  readonly now: number
  readonly random: number
}

/** Decides what to do after a failure. A lost connection is retried without limit, a failing server for `giveUpAfterMsOf`. */
export function afterFault(
  before: FailureStreak,
  failure: Fault,
  { chunk, now, random }: FaultContext,
): [FailureStreak, AfterFault] {
  const blocker = blockerOf(failure)
  if (blocker) {
    // An immediate but wrong answer must not cause requests as fast as the server responds.
    const after = before.removalRequests === 0 ? 0 : backoff(before.removalRequests, random)
    return [
      { ...noFailures, removalRequests: before.removalRequests + 1 },
      { do: 'wait', blocker, after },
    ]
  }
  if (failure.code === 'damaged') {
    if (before.damagedAt === chunk) return [before, { do: 'fail', fault: fault('stored-damaged') }]
    return [
      { ...before, damagedAt: chunk },
      { do: 'retry', after: 0, blocker: null },
    ]
  }
  if (!isTemporary(failure)) return [before, { do: 'fail', fault: failure }]
  const failures = before.failures + 1
  const since = failingSince(failure, before.failingSince, now)
  const streak = { ...before, failures, failingSince: since }
  if (since !== null && now - since > giveUpAfterMsOf(failure))
    return [streak, { do: 'fail', fault: failure }]
  const requestedMs = Math.min(maxRetryAfterMs, (failure.after ?? 0) * 1000)
  return [
    streak,
    {
      do: 'retry',
      after: Math.max(requestedMs, backoff(failures, random)),
      blocker:
        failures < reportedFailures ? null : failure.code === 'other-answer' ? failure.code : 'network',
    },
  ]
}

const giveUpAfterMsOf = ({ status }: Fault): number => (status === 500 ? giveUpOnFileAfterMs : giveUpAfterMs)

/** Exponential backoff in milliseconds, with jitter, so that clients that were cut off together do not return together. */
function backoff(failures: number, random: number): number {
  const longest = Math.min(maxPauseMs, minPauseMs * 2 ** failures)
  return Math.max(minPauseMs, longest * (0.5 + random / 2))
}

/** Statuses that refuse everything behind the same link or session. */
const statusesOfAll: readonly number[] = [401, 403, 410]
const codesOfAll: readonly FaultCode[] = ['linkInvalid', 'downloadLinkExpired', 'downloadLinkUsedUp']

/** True if the remaining files need not be requested. */
export const affectsAllFiles = ({ code, status }: Fault): boolean =>
  codesOfAll.includes(code) || (status !== null && statusesOfAll.includes(status))
