import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  isReminderDue,
  neverRemindAgain,
  startReminderPeriod,
} from '../../../../src/features/dashboard/RecoveryCodeReminder.tsx'

const dayMs = 24 * 60 * 60_000
const startMs = Date.parse('2026-03-01T12:00:00Z')

let localItems: Map<string, string>
beforeEach(() => {
  localItems = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => localItems.get(name) ?? null,
    setItem: (name: string, value: string) => void localItems.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('comes thirty days after this device first saw the pair without a code, not before', () => {
  startReminderPeriod(1, startMs)
  expect(isReminderDue(1, startMs)).toBe(false)
  expect(isReminderDue(1, startMs + 30 * dayMs - 1)).toBe(false)
  expect(isReminderDue(1, startMs + 30 * dayMs)).toBe(true)
  // It stays until it is answered, whenever the dashboard is opened.
  startReminderPeriod(1, startMs + 30 * dayMs)
  expect(isReminderDue(1, startMs + 31 * dayMs)).toBe(true)
})

it('never comes again once it was answered', () => {
  startReminderPeriod(1, startMs)
  neverRemindAgain(1)
  startReminderPeriod(1, startMs)
  expect(isReminderDue(1, startMs + 400 * dayMs)).toBe(false)
})

it('is of one user', () => {
  startReminderPeriod(1, startMs)
  expect(isReminderDue(2, startMs + 40 * dayMs)).toBe(false)
  neverRemindAgain(2)
  expect(isReminderDue(1, startMs + 40 * dayMs)).toBe(true)
})

it('does not come where nothing is stored, or what is stored is no time', () => {
  localItems.set('sealpost-code-reminder-1', 'soon')
  expect(isReminderDue(1, startMs)).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  startReminderPeriod(1, startMs)
  expect(isReminderDue(1, startMs)).toBe(false)
  neverRemindAgain(1)
})
