import { useSyncExternalStore } from 'react'
import { callApi } from '../api/client.ts'
import {
  openPrivateKey,
  type PersonalKey,
  personalKeyOf,
  type SealedPrivateKey,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { Listeners } from '../../core/util/listeners.ts'
import { type ForeignKey, checkOpenedKey, rememberKey } from './knownKey.ts'

/**
 * [Note: The one place of the private key]
 * The decrypted private key is in this module's memory only: not in Redux, whose state tools show and log;
 * not in storage, which outlives the session; not in a URL. It is a non-extractable CryptoKey, so a script on
 * the page can use it only while the page lives. Workers that open keys get it for their task, and the other tabs
 * of the session (sharedKey.ts). It is dropped when the session ends, at sign-out, when password or pair are
 * replaced in any tab, and after some time without use (idleLock.ts). The bytes that it was imported from are
 * overwritten.
 */
export type UnlockedKey = PersonalKey

const noKeys: readonly UnlockedKey[] = []

let current: UnlockedKey | null = null
/** The stored sealed key that the key was opened from. */
let openedSealedKey: SealedPrivateKey | null = null
/** Keys of former pairs, opened from backups, for files that were sealed to them. */
let older = noKeys
/** Counts how often all keys were dropped: unlocking that began before must fail. */
let clearCount = 0
const listeners = new Listeners()
/** Functions that drop keys which are not in use yet, and whether the key is a private one. */
const pendingKeys = new Map<() => void, boolean>()

function replace(
  key: UnlockedKey | null,
  olderKeys: readonly UnlockedKey[],
  sealed = key === current ? openedSealedKey : null,
): void {
  if (current === key && older === olderKeys && openedSealedKey === sealed) return
  openedSealedKey = sealed
  current = key
  older = olderKeys
  listeners.notify()
}

export const getUnlockedKey = (): UnlockedKey | null => current

export const getOlderKeys = (): readonly UnlockedKey[] => older

export function addOlderKey(key: UnlockedKey): void {
  replace(current, [...older.filter(({ fingerprint: known }) => known !== key.fingerprint), key])
}

/** The stored sealed key that the unlocked key was opened from; the server could send any other. */
export const getOpenedSealedKey = (): SealedPrivateKey | null => openedSealedKey

/** The unlocked key if the stored sealed key is known to open to it: recovery code and passkeys open it without that. */
export const getKeyWithSealedKey = (): UnlockedKey | null => openedSealedKey && current

/** Drops the current key alone: the stored sealed key has to be opened again. */
export const dropUnlockedKey = (): void => replace(null, older)

export function dropAllKeys(): void {
  clearCount++
  replace(null, noKeys)
  const waiting = [...pendingKeys.keys()]
  pendingKeys.clear()
  waiting.forEach((forget) => forget())
}

/**
 * Registers an opened key that waits for the person's confirmation, or a gesture that opens one.
 * @param forget called once, when all keys are dropped
 * @param isPrivate false for a key that only wraps, and for a gesture
 * @returns a function that unregisters it
 */
export function registerPendingKey(forget: () => void, isPrivate = true): () => void {
  // A new function: `forget` may be registered several times.
  const hold = () => forget()
  pendingKeys.set(hold, isPrivate)
  return () => void pendingKeys.delete(hold)
}

export const isAnyKeyOpen = (): boolean => current !== null || older.length > 0 || pendingKeys.size > 0

export const isAnyPrivateKeyOpen = (): boolean =>
  current !== null || older.length > 0 || [...pendingKeys.values()].includes(true)

export const subscribeUnlockedKey = listeners.subscribe

/** Settles with the openings that nobody was asked for. */
let openings: Promise<unknown> = Promise.resolve()
/** An action that needs the key waits no longer for them before it asks. */
const maxOpeningWaitMs = 3_000

/** Tracks an opening that nobody was asked for. If it fails, the key stays locked. */
export function trackOpening(opening: Promise<unknown>): void {
  // Without the results, which may hold keys.
  openings = Promise.allSettled([openings, opening]).then(() => undefined)
}

export async function waitForOpenings(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([openings, new Promise((resolve) => (timer = setTimeout(resolve, maxOpeningWaitMs)))])
  clearTimeout(timer)
}

export const useUnlockedKey = (): UnlockedKey | null =>
  useSyncExternalStore(subscribeUnlockedKey, getUnlockedKey, getUnlockedKey)

export const useOlderKeys = (): readonly UnlockedKey[] =>
  useSyncExternalStore(subscribeUnlockedKey, getOlderKeys)

export interface UnconfirmedKey {
  foreign: ForeignKey
  /** Uses the key after the person has confirmed it. @throws FaultError if keys were dropped meanwhile */
  activate: () => Promise<void>
}

/**
 * Fetches the sealed private key and opens it with the login password. After a wrong password no further call
 * is made: the server must not learn how close a guess was.
 * @returns null if the key is in use; otherwise a key that this device does not know, which needs
 * confirmation
 * @throws FaultError, 'keyDataMissing' if none is stored; CryptoError for a wrong password or an altered sealed key
 */
export async function unlockPrivateKey(username: string, password: string): Promise<UnconfirmedKey | null> {
  const finishUnlock = beginUnlock(username)
  const sealed = await callApi('getEncryptedKey')
  if (password === '' || !sealed.encryptedPrivateKey || !sealed.kdfSalt)
    throw new FaultError(fault('key-input-missing'))
  const pkcs8Bytes = await openPrivateKey(sealed, password)
  try {
    return await finishUnlock(await personalKeyOf(pkcs8Bytes), sealed)
  } finally {
    pkcs8Bytes.fill(0)
  }
}

/** Call before the key is opened; the returned function takes the key and its sealed form, as `unlockPrivateKey`. */
export function beginUnlock(
  username: string,
): (key: UnlockedKey, sealed: SealedPrivateKey | null) => Promise<UnconfirmedKey | null> {
  const clearCountBefore = clearCount
  return async (key, sealed) => {
    const { fingerprint } = key
    const setCurrent = () => {
      if (clearCount !== clearCountBefore) throw new FaultError(fault('key-not-loaded'))
      replace(key, older, sealed)
    }
    const foreign = await checkOpenedKey({ username, fingerprint })
    if (!foreign) {
      setCurrent()
      return null
    }
    const activate = async () => {
      setCurrent()
      await rememberKey({ username, fingerprint })
    }
    return { foreign, activate }
  }
}
