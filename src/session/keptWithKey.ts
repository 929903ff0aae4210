import { useState, useSyncExternalStore } from 'react'
import { getUnlockedKey, subscribeUnlockedKey, type UnlockedKey } from './unlockedKey.ts'

interface OfKey {
  readonly key: UnlockedKey
}

/** One value that came of the unlocked key, and what it opened: it goes when that key does, and does not come back. */
export function keptWithKey<T extends OfKey>() {
  let kept: T | null = null
  const listeners = new Set<() => void>()

  const replace = (value: T | null) => {
    if (kept === value) return
    kept = value
    listeners.forEach((listener) => listener())
  }
  const drop = () => {
    if (kept?.key !== getUnlockedKey()) replace(null)
  }
  return {
    get: (): T | null => kept,
    /** Late, when its key has gone, it is not taken. */
    put: (value: T): void => {
      if (value.key === getUnlockedKey()) replace(value)
    },
    /** Whoever listens has it dropped in time. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      const stop = subscribeUnlockedKey(drop)
      drop()
      return () => {
        stop()
        listeners.delete(listener)
      }
    },
  }
}

/** @returns the value, and what puts another in its place, which is the same function from one drawing to the next */
export function useKeptWithKey<T extends OfKey>(): [T | null, (value: T) => void] {
  const [{ get, put, subscribe }] = useState(() => keptWithKey<T>())
  return [useSyncExternalStore(subscribe, get), put]
}
