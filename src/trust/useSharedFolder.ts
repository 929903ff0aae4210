import { useEffect } from 'react'
import { useKeyBoundValue } from '../session/keyBoundValue.ts'
import { useUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { isShared, type FolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import type { EvaluatedFolder } from '../../core/trust/trust.ts'

export type SharedFolderState =
  /** A folder with one member: nothing to evaluate. */
  | { readonly type: 'personal' }
  | { readonly type: 'locked' }
  | { readonly type: 'opening' }
  | { readonly type: 'open'; readonly folder: EvaluatedFolder; readonly key: UnlockedKey }
  /** `error` is a ContactsAlarm, or any error that prevented the evaluation. */
  | { readonly type: 'failed'; readonly error: unknown }

/** Evaluates and opens a folder once the key is unlocked, and when it changes; keeps the last result. */
export function useSharedFolder(folder: FolderKeyFields): SharedFolderState {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [outcome, setOutcome] = useKeyBoundValue<Outcome>()
  const { id } = folder

  useEffect(() => {
    if (!key || !isShared(folder)) return
    let isOver = false
    let unwatch: (() => void) | undefined
    let newest: Promise<EvaluatedFolder> | undefined
    const settle = (shared: SharedFolderState) => {
      if (!isOver) setOutcome({ id: folder.id, key, shared })
    }
    const fail = (error: unknown) => settle({ type: 'failed', error })
    const begin = async () => {
      const { openSharedFolder, onSharedFolderChange } = await import('./trustService.ts')
      if (isOver) return
      const evaluate = () => {
        const evaluation = dispatch(openSharedFolder(folder, key))
        newest = evaluation
        evaluation.then(
          (opened) => evaluation === newest && settle({ type: 'open', folder: opened, key }),
          (error: unknown) => evaluation === newest && fail(error),
        )
      }
      unwatch = dispatch(onSharedFolderChange((dropped) => dropped === folder.id && evaluate()))
      evaluate()
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
  readonly shared: SharedFolderState
}
