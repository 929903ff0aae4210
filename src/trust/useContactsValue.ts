import { useEffect, useState } from 'react'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { useKeyBoundValue } from '../session/keyBoundValue.ts'
import { useUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'
import type { Trust } from '../../core/trust/trust.ts'

/** Data of the person's contacts, readable once their key is unlocked. */
export type ContactsValue<T> =
  /** Locked, or not loaded yet. */
  | { readonly type: 'unknown' }
  | { readonly type: 'known'; readonly value: T; readonly trust: Trust }
  /** `error` is a ContactsAlarm, or a failed call. */
  | { readonly type: 'failed'; readonly error: unknown; readonly trust: Trust }

/** @throws FaultError 'key-not-loaded' while locked or loading */
export function requireTrust(contactsValue: ContactsValue<unknown>): Trust {
  if (contactsValue.type === 'unknown') throw new FaultError(fault('key-not-loaded'))
  return contactsValue.trust
}

interface Reading<T> {
  contactsValue: ContactsValue<T>
  reload: () => void
  replace: (value: T) => void
}

/**
 * Loads when the key is unlocked, and whenever `read` changes; keeps the last result meanwhile. The code
 * loads with the first key.
 * @param read null while its inputs are missing
 */
export function useContactsValue<T>(read: ((trust: Trust) => Promise<T>) | null): Reading<T> {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [last, setLast] = useKeyBoundValue<{ key: UnlockedKey; contactsValue: ContactsValue<T> }>()
  const [reloads, setReloads] = useState(0)

  useEffect(() => {
    if (!key || !read) return
    let isOver = false
    const load = async () => {
      const { trustOf } = await import('./trustService.ts')
      const trust = dispatch(trustOf(key))
      const contactsValue = await read(trust).then(
        (value) => ({ type: 'known', value, trust }) as const,
        (error: unknown) => ({ type: 'failed', error, trust }) as const,
      )
      if (!isOver) setLast({ key, contactsValue })
    }
    // Without the module the value stays unknown.
    load().catch(() => undefined)
    return () => void (isOver = true)
  }, [dispatch, key, read, reloads, setLast])

  const contactsValue: ContactsValue<T> = key && last?.key === key ? last.contactsValue : { type: 'unknown' }
  return {
    contactsValue,
    reload: () => setReloads(reloads + 1),
    replace: (value) => {
      if (key && contactsValue.type !== 'unknown')
        setLast({ key, contactsValue: { type: 'known', value, trust: contactsValue.trust } })
    },
  }
}
