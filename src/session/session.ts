import { addresses } from '../../contract/addresses.ts'
import type { LoginResponse, User } from '../../contract/schemas/auth.ts'
import { callUrl } from '../../contract/call.ts'
import { api } from '../api/api.ts'
import { callApi, onSessionEnd } from '../api/client.ts'
import { forgetPrefetched } from '../api/prefetch.ts'
import { deriveLoginVerifier } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../core/faults/faultKinds.ts'
import { areCookiesBlocked } from '../storage/browserStorage.ts'
import { useAppSelector } from '../store/hooks.ts'
import { forgetServerData } from '../store/serverData.ts'
import { store } from '../store/store.ts'
import { clearBadge } from '../ui/page/appBadge.ts'
import { removeUnusedIndexes } from './nameIndexStore.ts'
import { removeOfflineLists, readOfflineUser, type OfflineUser, setOfflineUser } from './offlineLists.ts'
import { onTabMessage, notifyOtherTabs } from './otherTabs.ts'
import { cancelSignOut, requestSignOut, finishSignOut } from './pendingSignOut.ts'
import { forgetKeyRestored } from './keyRestoredFlag.ts'
import {
  sessionCheckRefused,
  sessionCheckStarted,
  sessionCheckUnanswered,
  selectSession,
  type Session,
  sessionExpired,
  signedOut,
  userRecognised,
} from './sessionSlice.ts'
import { dropAllKeys } from './unlockedKey.ts'

export const useSession = (): Session => useAppSelector(selectSession)

/** Null between the end of a session and the login page, and while stored lists are read offline. */
export const useUser = (): User | null => useSession().user

/** The user whose lists may be read: the signed-in one, or the stored one while the server is unreachable. */
export function useListOwner(): OfflineUser | null {
  const session = useSession()
  return session.user ?? ('offlineUser' in session ? session.offlineUser : null)
}

/** Asks the server who is signed in, unless known or being asked. Anything but a user as the response drops the key. */
export async function checkSession(): Promise<void> {
  const previousStatus = selectSession(store.getState()).status
  if (previousStatus !== 'unchecked' && previousStatus !== 'offline') return
  store.dispatch(sessionCheckStarted())
  // A pending sign-out counts, even if the session's cookie is still valid.
  if (!(await finishSignOut())) {
    dropAllKeys()
    clearTraces()
    store.dispatch(sessionCheckRefused())
    return
  }
  try {
    const { user } = await callApi('getCurrentUser')
    tidyDevice(user)
    store.dispatch(userRecognised(user))
  } catch (error) {
    dropAllKeys()
    forgetPrefetched()
    const fault = faultOf(error)
    // A refusal of a proxy is none of the server.
    if (isSessionEnd(fault)) {
      clearTraces()
      store.dispatch(sessionCheckRefused())
    } else {
      store.dispatch(sessionCheckUnanswered({ fault, offlineUser: await readOfflineUser() }))
    }
  }
}

/** The verifier that the authenticated API takes in place of a password. */
export async function loginVerifier(username: string, password: string): Promise<string> {
  return deriveLoginVerifier(password, await callApi('prelogin', { body: { username } }))
}

export async function submitLoginPassword(username: string, password: string): Promise<LoginResponse> {
  await finishSignOut()
  return callApi('login', { body: { username, password: await loginVerifier(username, password) } })
}

/** Second step. `username` is '' after the provider's first step. */
export async function submitLoginCode(username: string, code: string): Promise<LoginResponse> {
  return callApi('loginSecondStep', { body: username === '' ? { code } : { username, code } })
}

/** Leaves for the provider's sign-in page; afterwards the browser goes to `to`. @throws FaultError */
export async function redirectToSignInProvider(to: string | undefined): Promise<void> {
  if (areCookiesBlocked()) throw new FaultError(fault('cookies-blocked'))
  // A pending sign-out would end the new session.
  if (!(await finishSignOut())) throw new FaultError(fault('unanswered'))
  const search = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  location.assign(callUrl(addresses.startSingleSignOn) + search)
}

export function enterSession(user: User): void {
  startSession(user)
  notifyOtherTabs('signed-in')
}

/** Tells other tabs of a session that began on another page, such as the provider's. */
export const notifySignedIn = (): void => notifyOtherTabs('signed-in')

/** Removes what the device keeps of other users, or has not used for long. */
function tidyDevice(user: OfflineUser): void {
  void setOfflineUser(user)
  void removeUnusedIndexes()
}

function startSession(user: User): void {
  dropAllKeys()
  cancelSignOut()
  forgetServerData()
  tidyDevice(user)
  store.dispatch(userRecognised(user))
}

export const updateUser = (user: User): void => void store.dispatch(userRecognised(user))

/** Returns the verifier. @throws FaultError 'badPassword' if it is not the user's login password */
export async function confirmLoginPassword(username: string, password: string): Promise<string> {
  const verifier = await loginVerifier(username, password)
  try {
    await callApi('verifyPassword', { body: { password: verifier } })
    return verifier
  } catch (error) {
    if (faultOf(error).code !== 'badPassword') throw error
    // A former name has no salt: the user may have been renamed on another device.
    const current = await callApi('getCurrentUser').catch(() => null)
    const knownUser = selectSession(store.getState()).user
    if (!current || current.user.id !== knownUser?.id || current.user.username === username) throw error
    updateUser(current.user)
    return confirmLoginPassword(current.user.username, password)
  }
}

/** Notifies other tabs that the user was changed: a former name yields a wrong verifier. */
export const notifyUserChanged = (): void => notifyOtherTabs('user-changed')

/** Notifies other tabs that password or key pair were replaced: they must drop their key. */
export const notifyKeyChanged = (): void => notifyOtherTabs('key-changed')

/** Drops key, lists and user at once, in all tabs; ends the server's session when it can be reached. */
export async function logOut(): Promise<void> {
  const confirmed = requestSignOut()
  notifyOtherTabs('signed-out')
  endSession(signedOut())
  await confirmed
}

/** Removes what shows outside of the session's pages. */
function clearTraces(): void {
  void removeOfflineLists({ choice: false }).catch(() => undefined)
  clearBadge()
}

/** The server's data goes after the dispatch: mounted screens would fetch it again. */
function endSession(event: ReturnType<typeof signedOut | typeof sessionExpired>): void {
  dropAllKeys()
  forgetKeyRestored()
  clearTraces()
  store.dispatch(event)
  forgetServerData()
}

onSessionEnd(() => {
  // Several calls may report it at once; the initial check has its own handling.
  if (selectSession(store.getState()).status !== 'authenticated') return
  endSession(sessionExpired())
  notifyOtherTabs('session-ended')
})

onTabMessage((message) => {
  if (message === 'idle' || message === 'locked') return // see idleLock.ts
  if (message === 'signed-in') cancelSignOut()
  if (message !== 'user-changed') dropAllKeys()
  if (selectSession(store.getState()).status !== 'authenticated') return
  if (message === 'signed-out') endSession(signedOut())
  else void refreshUser()
})

/** Asks who is signed in now, and with which key. A refusal also triggers `onSessionEnd`. */
async function refreshUser(): Promise<void> {
  const response = await callApi('getCurrentUser').catch(() => null)
  const previousUser = selectSession(store.getState()).user
  if (!response || !previousUser) return
  if (response.user.id !== previousUser.id) {
    startSession(response.user)
    return
  }
  updateUser(response.user)
  store.dispatch(api.util.invalidateTags(['KeyStatus']))
}
