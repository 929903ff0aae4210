import { describe, expect, it } from 'vitest'
import { type Fault, fault, type FaultCode } from '../../../core/faults/fault.ts'
import { afterFault, affectsAllFiles, type FailureStreak, noFailures } from '../../../core/open/afterFault.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** What follows the last of these, all at the same chunk, so many milliseconds apart. */
function decisionAfter(faults: readonly Fault[], { chunk = 3, random = 1, apart = 0 } = {}) {
  let streak: FailureStreak = noFailures
  const steps = faults.map((what, index) => {
    const [next, then] = afterFault(streak, what, { chunk, random, now: index * apart })
    streak = next
    return then
  })
  return steps.at(-1) ?? expect.fail('No fault.')
}

const repeated = (count: number, what: Fault) => Array.from({ length: count }, () => what)
const lost = fault('unanswered')
const busy = fault('busy', { status: 503 })

describe('a connection that is lost', () => {
  it('is tried again after a quarter of a second to fifteen', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((count) => {
      const next = decisionAfter(repeated(count, lost))
      return next.do === 'retry' ? next.after : null
    })
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(decisionAfter([lost], { random: 0 })).toMatchObject({ after: 250 })
    expect(decisionAfter(repeated(50, lost), { random: 0 })).toMatchObject({ after: 7500 })
  })

  it('is waited for without end, and told from the third failure on', () => {
    expect(decisionAfter(repeated(2, lost))).toMatchObject({ do: 'retry', blocker: null })
    expect(decisionAfter(repeated(3, lost))).toMatchObject({ do: 'retry', blocker: 'network' })
    expect(decisionAfter(repeated(10_000, lost))).toMatchObject({ do: 'retry', blocker: 'network' })
  })
})

describe('something else that answers', () => {
  it('is waited for without end, and told', () => {
    const other = fault('other-answer')
    expect(decisionAfter(repeated(10_000, other), { apart: minuteMs })).toMatchObject({
      do: 'retry',
      blocker: 'other-answer',
    })
  })

  it('is given up after half an hour of refusals: it may refuse this file alone', () => {
    const other = fault('other-answer', { status: 403 })
    expect(decisionAfter(repeated(31, other), { apart: minuteMs })).toMatchObject({ blocker: 'other-answer' })
    expect(decisionAfter(repeated(32, other), { apart: minuteMs })).toEqual({ do: 'fail', fault: other })
  })
})

describe('a server that is out of order', () => {
  it.each([408, 425, 429, 502, 503, 504, 521])('is waited for half an hour, which is told: %i', (status) => {
    const what = fault('refused', { status })
    const halfAnHour = repeated(31, what)
    expect(decisionAfter(halfAnHour, { apart: minuteMs })).toMatchObject({ do: 'retry', blocker: 'network' })
    expect(decisionAfter([...halfAnHour, what], { apart: minuteMs })).toEqual({ do: 'fail', fault: what })
    expect(decisionAfter(repeated(1000, what))).toMatchObject({ do: 'retry', blocker: 'network' })
  })

  it('is waited for a minute where it may have lost the bytes of this file', () => {
    const failed = fault('refused', { status: 500 })
    expect(decisionAfter(repeated(7, failed), { apart: 10 * secondMs })).toMatchObject({ do: 'retry' })
    expect(decisionAfter(repeated(8, failed), { apart: 10 * secondMs })).toEqual({
      do: 'fail',
      fault: failed,
    })
  })

  it('is left the time that it asks for', () => {
    expect(decisionAfter([{ ...busy, after: 30 }])).toMatchObject({ do: 'retry', after: 30_000 })
    expect(decisionAfter([{ ...busy, after: 0 }])).toMatchObject({ do: 'retry', after: 500 })
    // Up to what a person has patience for.
    expect(decisionAfter([{ ...busy, after: 86_400 }])).toMatchObject({ do: 'retry', after: 2 * minuteMs })
  })

  it('may restart as long as it takes: only answers in a row count', () => {
    const half = repeated(20, busy)
    expect(decisionAfter([...half, lost, ...half], { apart: minuteMs })).toMatchObject({ do: 'retry' })
    expect(decisionAfter([...half, ...half], { apart: minuteMs })).toMatchObject({ do: 'fail' })
  })
})

describe('a chunk that does not verify', () => {
  it('is fetched once more, at once', () => {
    expect(decisionAfter([fault('damaged')])).toEqual({ do: 'retry', after: 0, blocker: null })
    expect(decisionAfter(repeated(2, fault('damaged')))).toEqual({
      do: 'fail',
      fault: fault('stored-damaged'),
    })
    expect(decisionAfter([fault('damaged'), lost, fault('damaged')])).toMatchObject({ do: 'fail' })
  })

  it('is another one elsewhere', () => {
    const [streak] = afterFault(noFailures, fault('damaged'), { chunk: 3, now: 0, random: 0 })
    expect(afterFault(streak, fault('damaged'), { chunk: 4, now: 0, random: 0 })[1]).toMatchObject({
      do: 'retry',
    })
  })
})

it.each([
  ['downloadLinkLocked', 'link-password'],
  ['sessionExpired', 'sign-in'],
  ['notAuthenticated', 'sign-in'],
] as const)(
  '%s is what a person can mend, as often as it takes, each time after a longer pause',
  (code, blocker) => {
    const needed = fault(code, { status: 401 })
    const pauses = [1, 2, 3, 20].map((count) => decisionAfter(repeated(count, needed)))
    expect(pauses).toEqual([0, 500, 1000, 15_000].map((pause) => ({ do: 'wait', blocker, after: pause })))
  },
)

it.each<[FaultCode, number | null]>([
  ['incomplete', null],
  ['linkInvalid', 404],
  ['downloadLinkExpired', 410],
  ['fileNotFound', 404],
  ['refused', 403],
  ['refused', 501],
  ['refused', 505],
  ['refused', 507],
  ['refused', 511],
  ['unexpected', null],
])('%s with %s fails at once', (code, status) => {
  const what = fault(code, { status })
  expect(decisionAfter([what])).toEqual({ do: 'fail', fault: what })
})

it('tells refusals of everything from those of one file', () => {
  const all: [FaultCode, number][] = [
    ['linkInvalid', 404],
    ['downloadLinkExpired', 410],
    ['refused', 403],
    ['refused', 401],
  ]
  for (const [code, status] of all) expect(affectsAllFiles(fault(code, { status }))).toBe(true)
  expect(affectsAllFiles(fault('fileNotFound', { status: 404 }))).toBe(false)
  expect(affectsAllFiles(fault('stored-damaged'))).toBe(false)
})
