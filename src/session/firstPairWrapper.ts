import { useSyncExternalStore } from 'react'
import type { User } from '../../contract/schemas/auth.ts'
import { type PrivateKeyWrapper, privateKeyWrapperOf } from '../../core/crypto/index.ts'
import { Listeners } from '../../core/util/listeners.ts'
import { registerPendingKey } from './unlockedKey.ts'

/**
 * [Note: The wrapping key of a first pair]
 * Somebody who signs in without a key pair is not asked for the password again to make one. Its wrapping key
 * is derived at sign-in, with a fresh salt, and the password is dropped. The key is a non-extractable
 * CryptoKey in this module's memory only. It is dropped when it is taken, since it wraps one key, and with
 * all other keys (`dropAllKeys`). Afterwards, and after a reload, the password is asked for.
 */
let derived: Promise<PrivateKeyWrapper> | null = null
let release: (() => void) | null = null
const listeners = new Listeners()

function replace(wrapper: typeof derived): void {
  release?.()
  release = wrapper && registerPendingKey(drop, false)
  derived = wrapper
  listeners.notify()
}

const drop = (): void => replace(null)

/** Derives the wrapping key if the user has no complete pair. Call after the session was entered. */
export function deriveFirstPairWrapper({ key_pair }: Pick<User, 'key_pair'>, password: string): void {
  if (key_pair !== 'none' && key_pair !== 'incomplete') return
  const wrapper = privateKeyWrapperOf(password)
  replace(wrapper)
  wrapper.catch(() => {
    if (derived === wrapper) drop()
  })
}

/** Returns the wrapping key and drops it here; null if there is none. */
export async function takeFirstPairWrapper(): Promise<PrivateKeyWrapper | null> {
  const wrapper = derived
  drop()
  return wrapper
}

/** True while no password is needed to make a first pair. */
export const useHasFirstPairWrapper = (): boolean =>
  useSyncExternalStore(listeners.subscribe, () => derived !== null)
