import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  neverRemindAgain,
  shouldRemindOfRecoveryCode,
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
  expect(shouldRemindOfRecoveryCode(1, startMs)).toBe(false)
  expect(shouldRemindOfRecoveryCode(1, startMs + 30 * dayMs - 1)).toBe(false)
  expect(shouldRemindOfRecoveryCode(1, startMs + 30 * dayMs)).toBe(true)
  // It stays until it is answered.
  expect(shouldRemindOfRecoveryCode(1, startMs + 31 * dayMs)).toBe(true)
})

it('never comes again once it was answered', () => {
  shouldRemindOfRecoveryCode(1, startMs)
  neverRemindAgain(1)
  expect(shouldRemindOfRecoveryCode(1, startMs + 400 * dayMs)).toBe(false)
})

it('is of one user', () => {
  shouldRemindOfRecoveryCode(1, startMs)
  expect(shouldRemindOfRecoveryCode(2, startMs + 40 * dayMs)).toBe(false)
  neverRemindAgain(2)
  expect(shouldRemindOfRecoveryCode(1, startMs + 40 * dayMs)).toBe(true)
})

it('does not come where nothing is stored, or what is stored is no time', () => {
  localItems.set('sealpost-code-reminder-1', 'soon')
  expect(shouldRemindOfRecoveryCode(1, startMs)).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  expect(shouldRemindOfRecoveryCode(1, startMs)).toBe(false)
  neverRemindAgain(1)
})
