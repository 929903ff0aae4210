import { useEffect } from 'react'
import { useKeptWithKey } from '../session/keptWithKey.ts'
import { useUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { isShared, type KeyedFolder } from '../../core/trust/sharedFolder.ts'
import type { EvaluatedFolder } from '../../core/trust/trust.ts'

/** How far a folder is open for the person who looks at it. */
export type Shared =
  /** Of one person: there is nothing to judge. */
  | { readonly type: 'personal' }
  | { readonly type: 'locked' }
  | { readonly type: 'opening' }
  | { readonly type: 'open'; readonly folder: EvaluatedFolder; readonly key: UnlockedKey }
  /** A ContactsAlarm, or whatever kept it from being judged. */
  | { readonly type: 'failed'; readonly error: unknown }

/**
 * Judges and opens a folder by itself when the key is unlocked, and again when the list says another thing of it or it is
 * dropped. Until the new judgement is there, the one before stands. What judges comes with the first folder of several.
 */
export function useShared(folder: KeyedFolder): Shared {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [outcome, setOutcome] = useKeptWithKey<Outcome>()
  const { id } = folder

  useEffect(() => {
    if (!key || !isShared(folder)) return
    let isOver = false
    let unwatch: (() => void) | undefined
    let newest: Promise<EvaluatedFolder> | undefined
    const end = (shared: Shared) => {
      if (!isOver) setOutcome({ id: folder.id, key, shared })
    }
    const fail = (error: unknown) => end({ type: 'failed', error })
    const begin = async () => {
      const { openShared, watchShared } = await import('./trustService.ts')
      if (isOver) return
      const judge = () => {
        const judged = dispatch(openShared(folder, key))
        newest = judged
        judged.then(
          (opened) => judged === newest && end({ type: 'open', folder: opened, key }),
          (error: unknown) => judged === newest && fail(error),
        )
      }
      unwatch = dispatch(watchShared((dropped) => dropped === folder.id && judge()))
      judge()
    }
    begin().catch(fail)
    return () => {
      isOver = true
      unwatch?.()
    }
  }, [dispatch, folder, key, setOutcome])

  if (!isShared(folder)) return { type: 'personal' }
  if (!key) return { type: 'locked' }
  return outcome?.id === id && outcome.key === key ? outcome.shared : { type: 'opening' }
}

interface Outcome {
  readonly id: number
  readonly key: UnlockedKey
  readonly shared: Shared
}
