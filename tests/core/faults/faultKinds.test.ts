import { expect, it } from 'vitest'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOfResponse } from '../../../core/faults/faultOfResponse.ts'
import { isAuthRefusal, isSessionEnd, isUnanswered } from '../../../core/faults/faultKinds.ts'

it('knows the end of a session from a wrong password', () => {
  const said = (status: number, detail: string | null) =>
    isSessionEnd(faultOfResponse({ status, statusText: '' }, { detail }))
  expect(said(401, 'Session expired')).toBe(true)
  expect(said(401, 'Not authenticated. Please log in.')).toBe(true)
  expect(said(401, 'Incorrect password')).toBe(false)
  expect(said(401, null)).toBe(false)
  expect(said(403, 'Session expired')).toBe(false)
})

it('takes only 401 and 403 for a refusal', () => {
  const refused = [401, 403, 404, 500, null].map((status) => isAuthRefusal(fault('refused', { status })))
  expect(refused).toEqual([true, true, false, false, false])
})

it('knows that no answer came, thrown or as a query tells it', () => {
  expect(isUnanswered(new FaultError(fault('unanswered')))).toBe(true)
  expect(isUnanswered(fault('unanswered'))).toBe(true)
  expect(isUnanswered(fault('refused', { status: 502 }))).toBe(false)
  expect(isUnanswered(undefined)).toBe(false)
})
