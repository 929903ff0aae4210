import { useState, useSyncExternalStore } from 'react'
import { Listeners } from '../../core/util/listeners.ts'
import { getUnlockedKey, subscribeUnlockedKey, type UnlockedKey } from './unlockedKey.ts'

interface WithKey {
  readonly key: UnlockedKey
}

/** A value derived from the unlocked key: dropped with that key, and not restored. */
export function createKeyBoundValue<T extends WithKey>() {
  let current: T | null = null
  const listeners = new Listeners()

  const replace = (value: T | null) => {
    if (current === value) return
    current = value
    listeners.notify()
  }
  const drop = () => {
    if (current?.key !== getUnlockedKey()) replace(null)
  }
  return {
    get: (): T | null => current,
    /** Ignored if the value's key is no longer unlocked. */
    put: (value: T): void => {
      if (value.key === getUnlockedKey()) replace(value)
    },
    /** While subscribed, the value is dropped as soon as its key is. */
    subscribe: (listener: () => void): (() => void) => {
      const unsubscribe = listeners.subscribe(listener)
      const stop = subscribeUnlockedKey(drop)
      drop()
      return () => {
        stop()
        unsubscribe()
      }
    },
  }
}

/** @returns the value and a stable function that replaces it */
export function useKeyBoundValue<T extends WithKey>(): [T | null, (value: T) => void] {
  const [{ get, put, subscribe }] = useState(() => createKeyBoundValue<T>())
  return [useSyncExternalStore(subscribe, get, get), put]
}
