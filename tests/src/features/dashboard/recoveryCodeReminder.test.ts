import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  isReminderDue,
  neverRemindAgain,
  startReminderPeriod,
} from '../../../../src/features/dashboard/RecoveryCodeReminder.tsx'

const day = 24 * 60 * 60_000
const start = Date.parse('2026-03-01T12:00:00Z')

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('comes thirty days after this device first saw the pair without a code, not before', () => {
  startReminderPeriod(1, start)
  expect(isReminderDue(1, start)).toBe(false)
  expect(isReminderDue(1, start + 30 * day - 1)).toBe(false)
  expect(isReminderDue(1, start + 30 * day)).toBe(true)
  // It stays until it is answered, whenever the dashboard is opened.
  startReminderPeriod(1, start + 30 * day)
  expect(isReminderDue(1, start + 31 * day)).toBe(true)
})

it('never comes again once it was answered', () => {
  startReminderPeriod(1, start)
  neverRemindAgain(1)
  startReminderPeriod(1, start)
  expect(isReminderDue(1, start + 400 * day)).toBe(false)
})

it('is of one user', () => {
  startReminderPeriod(1, start)
  expect(isReminderDue(2, start + 40 * day)).toBe(false)
  neverRemindAgain(2)
  expect(isReminderDue(1, start + 40 * day)).toBe(true)
})

it('does not come where nothing is stored, or what is stored is no time', () => {
  kept.set('sealpost-code-reminder-1', 'soon')
  expect(isReminderDue(1, start)).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  startReminderPeriod(1, start)
  expect(isReminderDue(1, start)).toBe(false)
  neverRemindAgain(1)
})
