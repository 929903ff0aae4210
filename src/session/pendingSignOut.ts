import { useSyncExternalStore } from 'react'
import { callApi } from '../api/client.ts'
import { isOffline, onConnectivityChange } from '../api/connectivity.ts'
import { isSignOutStored, storeSignOut } from '../storage/storedSignOut.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../core/faults/faultKinds.ts'
import { Listeners } from '../../core/util/listeners.ts'

/*
 * A sign-out is pending until the server confirms it: scripts cannot remove the cookie, so its session has to end before
 * any of it is shown or used. Pages opened later read it.
 */
const listeners = new Listeners()
let ending: Promise<boolean> | undefined
/** Fallback for the life of the page, if the browser stores nothing. */
let inMemory = false

const isSignOutPending = (): boolean => inMemory || isSignOutStored()

function setPending(isPending: boolean): void {
  storeSignOut(isPending)
  inMemory = isPending && !isSignOutStored()
  listeners.notify()
}

/** Requests a sign-out until the server confirms it. @returns true if it has */
export function requestSignOut(): Promise<boolean> {
  setPending(true)
  return finishSignOut()
}

/** Clears the request: a new session has replaced the old one. */
export const cancelSignOut = (): void => setPending(false)

/** Ends the session if a sign-out is pending. @returns true if none is pending any more */
export function finishSignOut(): Promise<boolean> {
  if (!isSignOutPending()) return Promise.resolve(true)
  ending ??= signOut().finally(() => (ending = undefined))
  return ending
}

async function signOut(): Promise<boolean> {
  try {
    await callApi('logout')
  } catch (error) {
    // Only the server knows that there is no session to end: a refusal of a proxy, or of the CSRF token, leaves one.
    if (!isSessionEnd(faultOf(error))) return false
  }
  setPending(false)
  return true
}

onConnectivityChange(() => {
  if (!isOffline()) void finishSignOut()
})

export const useSignOutPending = (): boolean =>
  useSyncExternalStore(listeners.subscribe, isSignOutPending, () => false)
