import { addresses } from '../../contract/addresses.ts'
import type { LoginAnswer, User } from '../../contract/schemas/auth.ts'
import { callUrl } from '../../contract/call.ts'
import { api } from '../api/api.ts'
import { callApi, onSessionEnd } from '../api/client.ts'
import { deriveLoginVerifier } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isRefusal } from '../../core/faults/kinds.ts'
import { useAppSelector } from '../store/hooks.ts'
import { forgetServerData } from '../store/serverData.ts'
import { store } from '../store/store.ts'
import { clearBadge } from '../ui/appBadge.ts'
import { forgetLists, keptReader, type Reader, welcomeReader } from './keptLists.ts'
import { onOtherTab, tellOtherTabs } from './otherTabs.ts'
import { forgive, owe, settle } from './owedSignOut.ts'
import { forgetKeyRestored } from './restoredMark.ts'
import {
  checkRefused,
  checkStarted,
  checkUnanswered,
  selectSession,
  type Session,
  sessionExpired,
  signedOut,
  userRecognised,
} from './sessionSlice.ts'
import { clearUnlockedKey } from './unlockedKey.ts'

export const useSession = (): Session => useAppSelector(selectSession)

/** Null between the end of a session and the login page, and while stored lists are read offline. */
export const useUser = (): User | null => useSession().user

/** The user whose lists may be read: the signed-in one, or the stored one while the server is unreachable. */
export function useReader(): Reader | null {
  const session = useSession()
  return session.user ?? ('reader' in session ? session.reader : null)
}

/**
 * Asks the server who is signed in, unless that is known or being asked. Any answer but a user drops the key.
 */
export async function checkSession(): Promise<void> {
  const before = selectSession(store.getState()).status
  if (before !== 'unchecked' && before !== 'offline') return
  store.dispatch(checkStarted())
  // A pending sign-out counts, even if the session's cookie is still valid.
  if (!(await settle())) {
    clearUnlockedKey()
    forgetTraces()
    store.dispatch(checkRefused())
    return
  }
  try {
    const { user } = await callApi('getCurrentUser')
    void welcomeReader(user)
    store.dispatch(userRecognised(user))
  } catch (error) {
    clearUnlockedKey()
    const fault = faultOf(error)
    if (isRefusal(fault)) {
      forgetTraces()
      store.dispatch(checkRefused())
    } else {
      store.dispatch(checkUnanswered({ fault, reader: await keptReader() }))
    }
  }
}

/** The verifier that the authenticated API takes in place of a password. */
export async function loginVerifier(username: string, password: string): Promise<string> {
  return deriveLoginVerifier(password, await callApi('prelogin', { body: { username } }))
}

/** First step of signing in: returns a user, or asks for a code. */
export async function sendPassword(username: string, password: string): Promise<LoginAnswer> {
  await settle()
  return callApi('login', { body: { username, password: await loginVerifier(username, password) } })
}

/** Reduces typed text to an authenticator's code: at most six digits. */
export const cleanCode = (typed: string): string => typed.replace(/[^0-9]/g, '').slice(0, 6)

/** Second step. `username` is '' after the provider's first step. */
export async function sendCode(username: string, code: string): Promise<LoginAnswer> {
  return callApi('loginSecondStep', { body: username === '' ? { code } : { username, code } })
}

/** Leaves for the provider's sign-in page; afterwards the browser goes to `to`. @throws FaultError */
export async function leaveForProvider(to: string | undefined): Promise<void> {
  // A pending sign-out would end the new session.
  if (!(await settle())) throw new FaultError(fault('unanswered'))
  const search = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  location.assign(callUrl(addresses.startSingleSignOn) + search)
}

export function enterSession(user: User): void {
  begin(user)
  tellOtherTabs('signed-in')
}

/** For a session that began on another page, such as the provider's. */
export const tellSignedIn = (): void => tellOtherTabs('signed-in')

function begin(user: User): void {
  clearUnlockedKey()
  forgive()
  forgetServerData()
  void welcomeReader(user)
  store.dispatch(userRecognised(user))
}

/** Updates the user after a change. */
export const rememberUser = (user: User): void => void store.dispatch(userRecognised(user))

/** @throws FaultError 'badPassword' if it is not the user's login password */
export async function confirmLoginPassword(username: string, password: string): Promise<void> {
  await callApi('verifyPassword', { body: { password: await loginVerifier(username, password) } })
}

/** Notifies other tabs that password or key pair were replaced: they must drop their key. */
export const tellKeyChanged = (): void => tellOtherTabs('key-changed')

/**
 * Drops key, lists and user at once, in all tabs; ends the session on the server as soon as it can be
 * reached.
 */
export async function logOut(): Promise<void> {
  const confirmed = owe()
  tellOtherTabs('signed-out')
  leave(signedOut())
  await confirmed
}

/** Removes what shows outside of the session's pages. */
function forgetTraces(): void {
  void forgetLists({ choice: false })
  clearBadge()
}

/** Dispatches first: mounted screens would refetch data that is dropped. */
function leave(event: ReturnType<typeof signedOut | typeof sessionExpired>): void {
  clearUnlockedKey()
  forgetKeyRestored()
  forgetTraces()
  store.dispatch(event)
  forgetServerData()
}

onSessionEnd(() => {
  // Several calls may report it at once; the initial check has its own handling.
  if (selectSession(store.getState()).status !== 'authenticated') return
  leave(sessionExpired())
  tellOtherTabs('session-ended')
})

onOtherTab((message) => {
  if (message === 'idle') return // see idleLock.ts
  clearUnlockedKey()
  if (selectSession(store.getState()).status !== 'authenticated') return
  if (message === 'signed-out') leave(signedOut())
  else void askAgain()
})

/** Asks who is signed in now, and with which key. A refusal also triggers `onSessionEnd`. */
async function askAgain(): Promise<void> {
  const answer = await callApi('getCurrentUser').catch(() => null)
  const before = selectSession(store.getState()).user
  if (!answer || !before) return
  if (answer.user.id !== before.id) {
    begin(answer.user)
    return
  }
  rememberUser(answer.user)
  store.dispatch(api.util.invalidateTags(['KeyStatus']))
}
