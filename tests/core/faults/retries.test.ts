import { expect, it } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import {
  isTemporary,
  isTemporaryStatus,
  mayBeRetried,
  mayHaveSucceeded,
} from '../../../core/faults/retries.ts'

it.each([
  [408, true],
  [425, true],
  [429, true],
  [500, true],
  [503, true],
  [521, true],
  [400, false],
  [404, false],
  [410, false],
  [413, false],
  [501, false],
  [505, false],
  [507, false],
  [511, false],
])('%i is temporary for uploads, downloads and calls alike: %s', (status, expected) => {
  expect(isTemporaryStatus(status)).toBe(expected)
  expect(isTemporary(fault('refused', { status }))).toBe(expected)
  expect(mayBeRetried(fault('refused', { status }))).toBe(expected)
})

it('retries by itself only without a response, and lets people retry what no response has refused', () => {
  expect(isTemporary(fault('unanswered'))).toBe(true)
  expect(isTemporary(fault('device-memory'))).toBe(false)
  expect(mayBeRetried(fault('device-memory'))).toBe(true)
})

it('takes a call for carried out, perhaps, after whatever a proxy may have said, though no retry helps', () => {
  for (const status of [200, 408, 500, 501, 504, 507])
    expect(mayHaveSucceeded(fault('refused', { status }))).toBe(true)
  expect(mayHaveSucceeded(fault('unanswered'))).toBe(true)
  for (const status of [400, 409, 429]) expect(mayHaveSucceeded(fault('refused', { status }))).toBe(false)
})
