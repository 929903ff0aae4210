import { readStored, writeStored } from '../storage/browserStorage.ts'
import { notify } from '../store/hooks.ts'
import { isTabTransferring } from '../../workers/shared/transfers.ts'
import { t } from '../../i18n/t.ts'
import { onTabMessage, notifyOtherTabs } from './otherTabs.ts'
import {
  dropAllKeys,
  getUnlockedKey,
  isAnyKeyOpen,
  isAnyPrivateKeyOpen,
  subscribeUnlockedKey,
} from './unlockedKey.ts'

/**
 * [Note: A key that nobody uses is forgotten]
 * After some minutes without use the page drops the private key, but not the session: the next action that
 * needs the key asks for the password. Keyboard, mouse and touch input in any tab counts as use, and so does
 * a running transfer. Keys that wait for a confirmation are dropped, too. A link in the making continues with
 * the keys that it has opened.
 * Times are compared, since timers stop while a laptop sleeps: the key is dropped before the first click
 * after waking counts as use. Last use and chosen minutes are shared in `localStorage`, and reveal nothing
 * about the key. Without storage each tab decides alone, by the default.
 */
const lastUseKey = 'sealpost-last-use'
const choiceKey = 'sealpost-lock-after'

/** Minutes; null for the life of the tab. */
export const idleLockChoices = [5, 15, 30, 60, null] as const
export type IdleLockMinutes = (typeof idleLockChoices)[number]
const defaultChoice = 15

export function idleLockMinutes(): IdleLockMinutes {
  const stored = readStored(choiceKey)
  if (stored === 'null') return null
  return idleLockChoices.find((choice) => String(choice) === stored) ?? defaultChoice
}

/** @returns false if the browser stores nothing */
export const setIdleLockMinutes = (choice: IdleLockMinutes): boolean => writeStored(choiceKey, String(choice))

const checkIntervalMs = 15_000
/** Input within this time of the last counts as the same use. */
const minUseIntervalMs = 1_000
/** Continuous use is shared with other tabs at this interval. */
const shareIntervalMs = 5_000

let lastUseHere = 0
let lastShared = 0

const sharedUse = (): number => Number(readStored(lastUseKey)) || 0

/** A time in the future becomes now, once: a clock that was set back must not prolong the period by more than that. */
function lastUse(now: number): number {
  lastUseHere = Math.min(lastUseHere, now)
  if (sharedUse() > now) writeStored(lastUseKey, String(now))
  return Math.max(lastUseHere, Math.min(sharedUse(), now))
}

/** The idle limit in minutes if it has passed, otherwise null. */
function overdueMinutes(now: number): IdleLockMinutes {
  const minutes = idleLockMinutes()
  const since = lastUse(now)
  return minutes !== null && since > 0 && now - since >= minutes * 60_000 ? minutes : null
}

function lockKeys(minutes: number): void {
  if (!isAnyKeyOpen()) return
  const isPrivate = isAnyPrivateKeyOpen()
  dropAllKeys()
  if (isPrivate) notify('info', t('session.locked', { minutes }), null)
}

/** Drops all keys, in all tabs. */
export function lockNow(): void {
  dropAllKeys()
  notifyOtherTabs('locked')
}

/** Without shared storage each tab decides alone. */
function lockIdleKeys(minutes: number): void {
  lockKeys(minutes)
  if (sharedUse() > 0) notifyOtherTabs('idle')
}

export function lockIfOverdue(): void {
  if (isTabTransferring()) noteUse()
  else {
    const minutes = overdueMinutes(Date.now())
    if (minutes !== null && isAnyKeyOpen()) lockIdleKeys(minutes)
  }
}

/** Records use. Locks first if the limit has passed, as sleeping tabs would take this as use in time. */
function noteUse(): void {
  const now = Date.now()
  if (now - lastUseHere < minUseIntervalMs && now >= lastUseHere) return
  const minutes = overdueMinutes(now)
  if (minutes !== null) lockIdleKeys(minutes)
  recordUse(now)
}

/** Records a sign-in as use, too: the login page watches no input, and the last use may be long ago. */
export function recordUse(now: number): void {
  lastUseHere = now
  if (now - lastShared < shareIntervalMs && now >= lastShared) return
  lastShared = now
  writeStored(lastUseKey, String(now))
}

onTabMessage((message) => {
  if (message === 'idle') lockKeys(idleLockMinutes() ?? defaultChoice)
  if (message === 'locked') dropAllKeys()
})

subscribeUnlockedKey(() => {
  // Opening the key counts as use.
  if (getUnlockedKey() !== null) noteUse()
})

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Returning to the page, perhaps after a sleep, is no use by itself. */
const returnEvents = ['visibilitychange', 'pageshow', 'focus'] as const

/** Runs on pages behind the session guard. @returns a function that stops it */
export function startIdleLock(): () => void {
  const watching = new AbortController()
  // Capture: runs before other listeners, so that a click cannot use a key that is due to be dropped.
  const options = { capture: true, passive: true, signal: watching.signal }
  for (const type of inputEvents) window.addEventListener(type, noteUse, options)
  // In the back/forward cache a page would miss that another tab locks.
  window.addEventListener('pagehide', ({ persisted }) => persisted && dropAllKeys(), options)
  for (const type of returnEvents) window.addEventListener(type, lockIfOverdue, options)
  const timer = setInterval(lockIfOverdue, checkIntervalMs)
  return () => {
    clearInterval(timer)
    watching.abort()
  }
}
