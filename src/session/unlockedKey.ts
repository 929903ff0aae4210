import { useSyncExternalStore } from 'react'
import { callApi } from '../api/client.ts'
import {
  openPrivateKey,
  type PersonalKey,
  personalKeyOf,
  type SealedPrivateKey,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { type ForeignKey, foreignKey, rememberKey } from './knownKey.ts'

/**
 * [Note: The one place of the private key]
 * The decrypted private key lives in this module's memory: not in Redux, whose state tools show and log; not in any
 * storage, which outlives the session; not in a URL. It is a CryptoKey that cannot be exported, so even a script on the
 * page can use it only while the page lives. Threads that open keys are handed it for the work at hand. It goes when the
 * session ends, at sign-out, when password or pair are replaced, in whichever tab of the browser, and after some time
 * without use (idleLock.ts); the bytes that it was imported from are overwritten wherever they were opened.
 */
export type UnlockedKey = PersonalKey

const none: readonly UnlockedKey[] = []

let current: UnlockedKey | null = null
/** What it came out of, as it was stored then. */
let openedBlob: SealedPrivateKey | null = null
/** Keys of former pairs, opened from their backups: for files that were sealed to them. */
let older = none
/** How often all were forgotten: what was begun before comes to nothing. */
let forgotten = 0
const subscribers = new Set<() => void>()
/** How each key that is opened, and not in use yet, is forgotten. */
const held = new Set<() => void>()

function replace(key: UnlockedKey | null, olderKeys: readonly UnlockedKey[]): void {
  if (current === key && older === olderKeys) return
  if (current !== key) openedBlob = null
  current = key
  older = olderKeys
  subscribers.forEach((subscriber) => subscriber())
}

export const getUnlockedKey = (): UnlockedKey | null => current

export const getOlderKeys = (): readonly UnlockedKey[] => older

/** For this session: the key of a former pair. */
export function addOlderKey(key: UnlockedKey): void {
  replace(current, [...older.filter(({ fingerprint: known }) => known !== key.fingerprint), key])
}

/**
 * The stored blob that the unlocked key was opened from. A server can send any other: only this one is known to hold the
 * key, and to open with the password.
 */
export const getOpenedBlob = (): SealedPrivateKey | null => openedBlob

/** The key in force alone: the stored blob is to be opened anew. */
export const dropUnlockedKey = (): void => replace(null, older)

/** Every private key that is held. */
export function clearUnlockedKey(): void {
  forgotten++
  replace(null, none)
  const waiting = [...held]
  held.clear()
  waiting.forEach((forget) => forget())
}

/**
 * A key that was opened waits for the person's word.
 * @param forget called once, when all keys are forgotten
 * @returns to be called when it waits no longer
 */
export function holdKey(forget: () => void): () => void {
  // One function may hold several.
  const hold = () => forget()
  held.add(hold)
  return () => void held.delete(hold)
}

export const isAnyKeyOpen = (): boolean => current !== null || older.length > 0 || held.size > 0

export function subscribeUnlockedKey(subscriber: () => void): () => void {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

export const useUnlockedKey = (): UnlockedKey | null =>
  useSyncExternalStore(subscribeUnlockedKey, getUnlockedKey)

export const useOlderKeys = (): readonly UnlockedKey[] =>
  useSyncExternalStore(subscribeUnlockedKey, getOlderKeys)

/** Opened, and not in force. */
export interface HeldBackKey {
  foreign: ForeignKey
  /** The person says that it is theirs. @throws FaultError when keys were forgotten meanwhile */
  putToUse: () => Promise<void>
}

/**
 * Fetches the sealed private key and opens it with the login password. After a wrong password nothing further is
 * asked of the server, which must not learn how close a guess was.
 * @returns null when it is in force; else it is one that this device does not know, and waits for the person
 * @throws FaultError, 'keyDataMissing' where nothing is stored; CryptoError for a wrong password or an altered blob.
 */
export async function unlockPrivateKey(username: string, password: string): Promise<HeldBackKey | null> {
  const offer = unlocking(username)
  const sealed = await callApi('getEncryptedKey')
  if (password === '' || !sealed.encryptedPrivateKey || !sealed.kdfSalt)
    throw new FaultError(fault('key-input-missing'))
  const pkcs8Bytes = await openPrivateKey(sealed, password)
  try {
    return await offer(await personalKeyOf(pkcs8Bytes), sealed)
  } finally {
    pkcs8Bytes.fill(0)
  }
}

/**
 * To be called before the key is opened. What it gives back takes that key, and the stored blob that it came out of, if
 * it came out of one; and answers as `unlockPrivateKey`.
 */
export function unlocking(
  username: string,
): (key: UnlockedKey, sealed: SealedPrivateKey | null) => Promise<HeldBackKey | null> {
  const before = forgotten
  return async (key, sealed) => {
    const { fingerprint } = key
    const putInForce = () => {
      if (forgotten !== before) throw new FaultError(fault('key-not-loaded'))
      replace(key, older)
      openedBlob = sealed
    }
    const foreign = await foreignKey({ username, fingerprint })
    if (!foreign) {
      putInForce()
      return null
    }
    const putToUse = async () => {
      putInForce()
      await rememberKey({ username, fingerprint })
    }
    return { foreign, putToUse }
  }
}
