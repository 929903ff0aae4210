import { notify } from '../store/hooks.ts'
import { isTransferring } from '../../workers/protocol/transfers.ts'
import { t } from '../../i18n/t.ts'
import { onOtherTab, tellOtherTabs } from './otherTabs.ts'
import { clearUnlockedKey, getUnlockedKey, isAnyKeyOpen, subscribeUnlockedKey } from './unlockedKey.ts'

/**
 * [Note: A key that nobody uses is forgotten]
 * After some minutes without use the page forgets the private key, not the session: the next action that needs it asks
 * for the password again. Use is a key, a pointer or a finger in any tab of this browser, and a transfer that runs in
 * one. A key that was opened and waits for the person's word goes too. A download or a link in the making goes on in any case, with the keys that it has opened.
 *
 * Clocks are compared, since timers stand still while a laptop sleeps: whoever wakes it finds the key forgotten before
 * the first click counts as use. The time of the last use is shared over `localStorage`, as the choice of minutes is;
 * neither says anything of the key. Where nothing can be stored, each tab judges for itself, by the default.
 */
const useMark = 'sealpost-last-use'
const choiceMark = 'sealpost-lock-after'

/** Minutes; null: as long as the tab lives. */
export const lockChoices = [5, 15, 30, 60, null] as const
export type LockAfter = (typeof lockChoices)[number]
const defaultChoice = 15

export function lockAfter(): LockAfter {
  const kept = read(choiceMark)
  if (kept === 'null') return null
  return lockChoices.find((choice) => String(choice) === kept) ?? defaultChoice
}

/** @throws where the browser stores nothing */
export const setLockAfter = (choice: LockAfter): void => localStorage.setItem(choiceMark, String(choice))

const checkMs = 15_000
/** Use is looked at once in so long. */
const restMs = 1_000
/** Of use that goes on, so much later is told to the other tabs. */
const shareMs = 5_000

let lastUseHere = 0
let lastShared = 0

const sharedUse = (): number => Number(read(useMark))

/** A clock that was set back makes nothing last longer. */
const lastUse = (now: number): number =>
  Math.max(...[lastUseHere, sharedUse()].filter((time) => time <= now), 0)

/** Minutes without use that were too many; null when they were not. */
function overdue(now: number): LockAfter {
  const minutes = lockAfter()
  const since = lastUse(now)
  return minutes !== null && since > 0 && now - since >= minutes * 60_000 ? minutes : null
}

function lock(minutes: number): void {
  if (!isAnyKeyOpen()) return
  clearUnlockedKey()
  notify('info', t('session.locked', { minutes }), null)
}

function check(): void {
  if (isTransferring()) noteUse()
  else {
    const minutes = overdue(Date.now())
    if (minutes !== null) lock(minutes)
  }
}

/** Too late, it locks first, here and in tabs that still sleep: they would take this for use in time. */
function noteUse(): void {
  const now = Date.now()
  if (now - lastUseHere < restMs && now >= lastUseHere) return
  const minutes = overdue(now)
  if (minutes !== null) {
    lock(minutes)
    if (sharedUse() > 0) tellOtherTabs('idle')
  }
  lastUseHere = now
  if (now - lastShared < shareMs && now >= lastShared) return
  lastShared = now
  write(useMark, String(now))
}

onOtherTab((message) => {
  if (message === 'idle') lock(lockAfter() ?? defaultChoice)
})

subscribeUnlockedKey(() => {
  // Opening it was use.
  if (getUnlockedKey() !== null) noteUse()
})

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** The page is looked at again, perhaps after a sleep: that alone is no use. */
const returns = ['visibilitychange', 'pageshow', 'focus'] as const

/** On the pages of whoever is signed in. */
export function watchUse(): () => void {
  const watching = new AbortController()
  // Before any other listener: what a click begins must not find a key that is due to be forgotten.
  const options = { capture: true, passive: true, signal: watching.signal }
  for (const type of uses) window.addEventListener(type, noteUse, options)
  for (const type of returns) window.addEventListener(type, check, options)
  const timer = setInterval(check, checkMs)
  return () => {
    clearInterval(timer)
    watching.abort()
  }
}

function read(mark: string): string | null {
  try {
    return localStorage.getItem(mark)
  } catch {
    return null
  }
}

function write(mark: string, value: string): void {
  try {
    localStorage.setItem(mark, value)
  } catch {
    // The other tabs do not hear of it.
  }
}
