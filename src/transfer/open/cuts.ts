import { type Fault, fault, type FaultCode } from '../../faults/fault.ts'
import type { Need } from './job.ts'

/** What has gone wrong with the bytes of one file since the last chunk that verified. */
export interface Cut {
  /** Failures in a row. */
  readonly failures: number
  /** Of these, the last ones that were answers of a server that is out of order. */
  readonly outOfOrder: number
  /** The chunk that did not verify. */
  readonly damagedAt: number | null
}

export const noCut: Cut = { failures: 0, outOfOrder: 0, damagedAt: null }

export type AfterFault =
  /** Asks again from the first chunk that has not verified, after so many milliseconds. */
  | { readonly do: 'again'; readonly after: number; readonly tells: Need | null }
  /** Asks again when somebody says that it is there. */
  | { readonly do: 'need'; readonly what: Need }
  | { readonly do: 'fail'; readonly fault: Fault }

/** A server that answers, but is out of order, is asked so often in a row without a chunk gained. */
const maxOutOfOrder = 5
/** From this failure in a row on somebody is told that the network is missed: most come back sooner. */
const toldFrom = 3
const shortestPause = 250
const longestPause = 8000

/** What a person can give, by what the server says is missing. */
const needs: Partial<Record<FaultCode, Need>> = {
  downloadLinkLocked: 'link-password',
  sessionExpired: 'sign-in',
  notAuthenticated: 'sign-in',
}

export const needOf = ({ code }: Fault): Need | null => needs[code] ?? null

/**
 * What follows a failure. A connection that is lost is waited for without end: whoever waits can see that, and cancel.
 * @param at the first chunk that has not verified; and chance, from 0 to 1
 */
export function afterFault(
  before: Cut,
  what: Fault,
  { chunk, dice }: { chunk: number; dice: number },
): [Cut, AfterFault] {
  const need = needOf(what)
  if (need) return [noCut, { do: 'need', what: need }]
  if (what.code === 'damaged') {
    if (before.damagedAt === chunk) return [before, { do: 'fail', fault: fault('stored-damaged') }]
    return [
      { ...before, damagedAt: chunk },
      { do: 'again', after: 0, tells: null },
    ]
  }
  const isAnswer = isPassing(what)
  if (!isAnswer && what.code !== 'unanswered') return [before, { do: 'fail', fault: what }]
  const failures = before.failures + 1
  const outOfOrder = isAnswer ? before.outOfOrder + 1 : 0
  const cut: Cut = { ...before, failures, outOfOrder }
  if (outOfOrder >= maxOutOfOrder) return [cut, { do: 'fail', fault: what }]
  const asked = (what.after ?? 0) * 1000
  return [
    cut,
    {
      do: 'again',
      after: Math.max(asked, pauseAfter(failures, dice)),
      tells: failures >= toldFrom ? 'network' : null,
    },
  ]
}

/** Milliseconds; scattered, so that those who were cut off together do not come back together. */
function pauseAfter(failures: number, dice: number): number {
  const longest = Math.min(longestPause, shortestPause * 2 ** failures)
  return Math.max(shortestPause, longest * (0.5 + dice / 2))
}

/** The server answers, and cannot for now: worth another try, but not for as long as a connection that is lost. */
export const isPassing = ({ status }: Pick<Fault, 'status'>): boolean =>
  status !== null && (status >= 500 || status === 429 || status === 408)

/** Refusals that hold for everything behind the same link or session. */
const refusalsOfAll: readonly number[] = [401, 403, 410]
const codesOfAll: readonly FaultCode[] = ['linkInvalid', 'downloadLinkExpired', 'downloadLinkNotFound']

/** Whether the files that follow need not be asked for. */
export const concernsAll = ({ code, status }: Fault): boolean =>
  codesOfAll.includes(code) || (status !== null && refusalsOfAll.includes(status))
