import { type Fault, fault, type FaultCode } from '../faults/fault.ts'
import { failingSince, maxRetryAfterMs, retryMs } from '../util/retryLimits.ts'
import type { Blocker } from './job.ts'

/** What has gone wrong with the bytes of one file since the last chunk that verified. */
export interface Cut {
  /** Failures in a row. */
  readonly failures: number
  /** Since when a server has answered that is out of order, in milliseconds; null where none did, or not the last time. */
  readonly failingSince: number | null
  /** The chunk that did not verify. */
  readonly damagedAt: number | null
  /** How often in a row a person was asked for something. */
  readonly needs: number
}

export const noCut: Cut = { failures: 0, failingSince: null, damagedAt: null, needs: 0 }

export type AfterFault =
  /** Asks again from the first chunk that has not verified, after so many milliseconds. */
  | { readonly do: 'again'; readonly after: number; readonly tells: Blocker | null }
  /** Asks again when somebody says that it is there, and so many milliseconds have passed since. */
  | { readonly do: 'need'; readonly what: Blocker; readonly after: number }
  | { readonly do: 'fail'; readonly fault: Fault }

/** For answers that may be about this file alone: others wait for it. In milliseconds. */
const shortRetryMs = 60_000
/** From this failure in a row on somebody is told that the network is missed: most come back sooner. */
const toldFrom = 3
const shortestPause = 250
const longestPause = 15_000

/** What a person can give, by what the server says is missing. */
const needs: Partial<Record<FaultCode, Blocker>> = {
  downloadLinkLocked: 'link-password',
  sessionExpired: 'sign-in',
  notAuthenticated: 'sign-in',
}

export const needOf = ({ code }: Fault): Blocker | null => needs[code] ?? null

export interface FaultPlace {
  /** The first that has not verified. */
  readonly chunk: number
  /** Milliseconds. */
  readonly now: number
  /** From 0 to 1. */
  readonly random: number
}

/**
 * What follows a failure. A connection that is lost is waited for without end, a server that is out of order for half an
 * hour without a chunk gained: whoever waits can see that, and cancel.
 */
export function afterFault(before: Cut, what: Fault, { chunk, now, random }: FaultPlace): [Cut, AfterFault] {
  const need = needOf(what)
  if (need) {
    // Who says at once that it is there, and is wrong, would ask as fast as the server answers.
    const after = before.needs === 0 ? 0 : pauseAfter(before.needs, random)
    return [
      { ...noCut, needs: before.needs + 1 },
      { do: 'need', what: need, after },
    ]
  }
  if (what.code === 'damaged') {
    if (before.damagedAt === chunk) return [before, { do: 'fail', fault: fault('stored-damaged') }]
    return [
      { ...before, damagedAt: chunk },
      { do: 'again', after: 0, tells: null },
    ]
  }
  if (!mayPass(what)) return [before, { do: 'fail', fault: what }]
  const failures = before.failures + 1
  const since = failingSince(what, before.failingSince, now)
  const cut: Cut = { ...before, failures, failingSince: since }
  if (since !== null && now - since > retryMsOf(what)) return [cut, { do: 'fail', fault: what }]
  const asked = Math.min(maxRetryAfterMs, (what.after ?? 0) * 1000)
  return [
    cut,
    {
      do: 'again',
      after: Math.max(asked, pauseAfter(failures, random)),
      tells: failures >= toldFrom ? 'network' : null,
    },
  ]
}

const retryMsOf = ({ status }: Fault): number => (status === 500 ? shortRetryMs : retryMs)

/** Milliseconds; scattered, so that those who were cut off together do not come back together. */
function pauseAfter(failures: number, random: number): number {
  const longest = Math.min(longestPause, shortestPause * 2 ** failures)
  return Math.max(shortestPause, longest * (0.5 + random / 2))
}

/** Whether asking again may help, with nobody's help. */
const mayPass = (what: Fault): boolean => what.code === 'unanswered' || isPassing(what)

/** The server answers, and cannot for now. */
export const isPassing = ({ status }: Pick<Fault, 'status'>): boolean =>
  status !== null && (status >= 500 || status === 429 || status === 408)

/** Refusals that hold for everything behind the same link or session. */
const refusalsOfAll: readonly number[] = [401, 403, 410]
const codesOfAll: readonly FaultCode[] = [
  'linkInvalid',
  'downloadLinkExpired',
  'downloadLinkUsedUp',
  'downloadLinkNotFound',
]

/** Whether the files that follow need not be asked for. */
export const concernsAll = ({ code, status }: Fault): boolean =>
  codesOfAll.includes(code) || (status !== null && refusalsOfAll.includes(status))
