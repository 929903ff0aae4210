import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  neverRemindAgain,
  shouldRemindOfRecoveryCode,
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
  expect(shouldRemindOfRecoveryCode(1, start)).toBe(false)
  expect(shouldRemindOfRecoveryCode(1, start + 30 * day - 1)).toBe(false)
  expect(shouldRemindOfRecoveryCode(1, start + 30 * day)).toBe(true)
  // It stays until it is answered.
  expect(shouldRemindOfRecoveryCode(1, start + 31 * day)).toBe(true)
})

it('never comes again once it was answered', () => {
  shouldRemindOfRecoveryCode(1, start)
  neverRemindAgain(1)
  expect(shouldRemindOfRecoveryCode(1, start + 400 * day)).toBe(false)
})

it('is of one user', () => {
  shouldRemindOfRecoveryCode(1, start)
  expect(shouldRemindOfRecoveryCode(2, start + 40 * day)).toBe(false)
  neverRemindAgain(2)
  expect(shouldRemindOfRecoveryCode(1, start + 40 * day)).toBe(true)
})

it('does not come where nothing is stored, or what is stored is no time', () => {
  kept.set('sealpost-code-reminder-1', 'soon')
  expect(shouldRemindOfRecoveryCode(1, start)).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  expect(shouldRemindOfRecoveryCode(1, start)).toBe(false)
  neverRemindAgain(1)
})
