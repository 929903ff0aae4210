import { useEffect, useState } from 'react'
import { useKeptWithKey } from '../session/keptWithKey.ts'
import { useUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'
import type { Trust } from '../../core/trust/trust.ts'

/** What a person who has unlocked their key trusts or remembers. */
export type Trusted<T> =
  /** Locked, or not read yet. */
  | { readonly type: 'unknown' }
  | { readonly type: 'known'; readonly value: T; readonly trust: Trust }
  /** A ContactsAlarm, or no answer. */
  | { readonly type: 'failed'; readonly error: unknown; readonly trust: Trust }

interface Reading<T> {
  trusted: Trusted<T>
  /** Reads once more. */
  again: () => void
  /** It is known to be this now. */
  put: (value: T) => void
}

/**
 * Reads once the key is unlocked, and whenever `read` is another function; until an answer is there, the one before stands.
 * What reads comes with the first key.
 * @param read null: not yet
 */
export function useTrusted<T>(read: ((trust: Trust) => Promise<T>) | null): Reading<T> {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [last, setLast] = useKeptWithKey<{ key: UnlockedKey; trusted: Trusted<T> }>()
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!key || !read) return
    let isOver = false
    const load = async () => {
      const { trustOf } = await import('./trustService.ts')
      const trust = dispatch(trustOf(key))
      const trusted = await read(trust).then(
        (value) => ({ type: 'known', value, trust }) as const,
        (error: unknown) => ({ type: 'failed', error, trust }) as const,
      )
      if (!isOver) setLast({ key, trusted })
    }
    // Without what reads, nothing is known.
    load().catch(() => undefined)
    return () => void (isOver = true)
  }, [dispatch, key, read, turn, setLast])

  const trusted: Trusted<T> = key && last?.key === key ? last.trusted : { type: 'unknown' }
  return {
    trusted,
    again: () => setTurn(turn + 1),
    put: (value) => {
      if (key && trusted.type !== 'unknown')
        setLast({ key, trusted: { type: 'known', value, trust: trusted.trust } })
    },
  }
}
