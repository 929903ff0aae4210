import { hasKeyPair } from '../../contract/hasKeyPair.ts'
import type { User } from '../../contract/schemas/auth.ts'
import { deriveFirstPairWrapper } from './firstPairWrapper.ts'
import { recordUse } from './idleLock.ts'
import { unlocksOnce } from './unlockOnce.ts'
import { registerPendingKey, trackOpening, unlockPrivateKey } from './unlockedKey.ts'

/**
 * [Note: Signing in opens the key]
 * The password that signs in opens the private key, too. Their salts differ, so it is derived a second time, once the
 * server has signed the person in, by a thread of the browser: the page that was asked for does not wait. Whatever keeps
 * the key locked (a key sealed with an older password, one that this device does not know, no response) is not
 * reported: the next action that needs the key asks for it.
 * With a second factor the password waits in this module's memory, and nowhere else, until the code is accepted, at most
 * as long as the server waits for the code. It is dropped when the person goes back, when the page is left, and with all
 * keys.
 */
/** `loginTicketLifetimeSeconds` of the server. */
export const maxPasswordWaitMs = 5 * 60_000

let waiting: { username: string; password: string; until: number; release: () => void } | null = null

export function holdSignInPassword(username: string, password: string): void {
  dropSignInPassword()
  const unregister = registerPendingKey(dropSignInPassword, false)
  const timer = setTimeout(dropSignInPassword, maxPasswordWaitMs)
  const release = () => {
    unregister()
    clearTimeout(timer)
  }
  waiting = { username, password, until: Date.now() + maxPasswordWaitMs, release }
}

export function dropSignInPassword(): void {
  waiting?.release()
  waiting = null
}

/** Returns the waiting password of this user and drops it here. Times are compared, too: timers stop while a laptop sleeps. */
export function takeSignInPassword(username: string): string | null {
  const taken = waiting?.username === username && Date.now() < waiting.until ? waiting.password : null
  dropSignInPassword()
  return taken
}

/** Opens the private key, or prepares a first one. Call after the session was entered. */
export function openKeyAtSignIn(user: User, password: string): void {
  recordUse(Date.now())
  if (!hasKeyPair(user)) deriveFirstPairWrapper(user, password)
  else if (unlocksOnce()) trackOpening(unlockPrivateKey(user.username, password))
}
