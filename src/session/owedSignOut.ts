import { useSyncExternalStore } from 'react'
import { callApi } from '../api/client.ts'
import { isOffline, onReachChange } from '../api/reach.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isRefusal } from '../../core/faults/kinds.ts'

/**
 * Somebody has signed out and the server does not know yet: the session there, whose cookie scripts cannot remove, has
 * to end before anything of it is shown or used. Remembered on this device, for a page that is opened later; says
 * nothing but that.
 */
const mark = 'signOutOwed'

const listeners = new Set<() => void>()
let ending: Promise<boolean> | undefined
/** Where the browser keeps nothing, for the life of the page. */
let inMemory = false

function isSignOutOwed(): boolean {
  try {
    return inMemory || localStorage.getItem(mark) !== null
  } catch {
    return inMemory
  }
}

function setOwed(owed: boolean): void {
  inMemory = owed
  try {
    if (owed) localStorage.setItem(mark, 'true')
    else localStorage.removeItem(mark)
  } catch {
    // It is known in memory.
  }
  listeners.forEach((listener) => listener())
}

/** From now on, until the server has heard of it. @returns whether it has */
export function owe(): Promise<boolean> {
  setOwed(true)
  return settle()
}

/** A new session has taken the place of the one that was to end. */
export const forgive = (): void => setOwed(false)

/** Ends the session that is owed an end, if there is one. @returns whether none is any more */
export function settle(): Promise<boolean> {
  if (!isSignOutOwed()) return Promise.resolve(true)
  ending ??= tellServer().finally(() => (ending = undefined))
  return ending
}

async function tellServer(): Promise<boolean> {
  try {
    await callApi('logout')
  } catch (error) {
    // Refused, there is no session to end.
    if (!isRefusal(faultOf(error))) return false
  }
  setOwed(false)
  return true
}

onReachChange(() => {
  if (!isOffline()) void settle()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSignOutOwed = (): boolean => useSyncExternalStore(subscribe, isSignOutOwed, () => false)
