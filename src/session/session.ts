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

/** Null behind the guard between the end of a session and the login page, and while kept lists are read offline. */
export const useUser = (): User | null => useSession().user

/** Whose lists may be read: those of the user, or those kept on this device while the server is out of reach. */
export function useReader(): Reader | null {
  const session = useSession()
  return session.user ?? ('reader' in session ? session.reader : null)
}

/** Asks the server who is signed in, unless that is known or being asked. Every answer but a user drops the key. */
export async function checkSession(): Promise<void> {
  const before = selectSession(store.getState()).status
  if (before !== 'unchecked' && before !== 'offline') return
  store.dispatch(checkStarted())
  // Whoever has signed out stays so, whatever the cookie of then is still good for.
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

/** What goes into a password field of the authenticated API in place of the password. */
export async function loginVerifier(username: string, password: string): Promise<string> {
  return deriveLoginVerifier(password, await callApi('prelogin', { body: { username } }))
}

/** First step: the answer has a user, or asks for a code. */
export async function sendPassword(username: string, password: string): Promise<LoginAnswer> {
  await settle()
  return callApi('login', { body: { username, password: await loginVerifier(username, password) } })
}

/** Of an authenticator's code as it is typed: digits only, at most six. */
export const cleanCode = (typed: string): string => typed.replace(/[^0-9]/g, '').slice(0, 6)

/** Second step; '' for whoever has come from the provider. */
export async function sendCode(username: string, code: string): Promise<LoginAnswer> {
  return callApi('loginSecondStep', { body: username === '' ? { code } : { username, code } })
}

/** Leaves this page for the provider. Whoever comes back with a session is led on to `to`. @throws FaultError */
export async function leaveForProvider(to: string | undefined): Promise<void> {
  // The session that is to begin must not be taken for the one that is to end.
  if (!(await settle())) throw new FaultError(fault('unanswered'))
  const search = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  location.assign(callUrl(addresses.startSingleSignOn) + search)
}

export function enterSession(user: User): void {
  begin(user)
  tellOtherTabs('signed-in')
}

/** Of a session that began while no page of ours was there. */
export const tellSignedIn = (): void => tellOtherTabs('signed-in')

function begin(user: User): void {
  clearUnlockedKey()
  forgive()
  forgetServerData()
  void welcomeReader(user)
  store.dispatch(userRecognised(user))
}

/** After a change that the server answered with the user as they are now. */
export const rememberUser = (user: User): void => void store.dispatch(userRecognised(user))

/** @throws FaultError 'badPassword' when it is not this user's login password. */
export async function confirmLoginPassword(username: string, password: string): Promise<void> {
  await callApi('verifyPassword', { body: { password: await loginVerifier(username, password) } })
}

/** Password or pair were replaced by this tab: no other may go on with what it holds. */
export const tellKeyChanged = (): void => tellOtherTabs('key-changed')

/** Key, lists and user go at once, in this tab and in all others; the session on the server as soon as it can be told. */
export async function logOut(): Promise<void> {
  const told = owe()
  tellOtherTabs('signed-out')
  leave(signedOut())
  await told
}

/** What of a session shows outside of its pages. */
function forgetTraces(): void {
  void forgetLists({ choice: false })
  clearBadge()
}

/** The screens go first: while they stand, data that is forgotten would be fetched again. */
function leave(event: ReturnType<typeof signedOut | typeof sessionExpired>): void {
  clearUnlockedKey()
  forgetKeyRestored()
  forgetTraces()
  store.dispatch(event)
  forgetServerData()
}

onSessionEnd(() => {
  // Several calls may be told at once; the first check of all draws its own conclusion.
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

/** Who is signed in now, and with which key. That nobody is, `onSessionEnd` hears as well. */
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
