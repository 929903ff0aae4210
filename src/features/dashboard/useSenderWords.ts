import { useEffect } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { useKeyBoundValue } from '../../session/keyBoundValue.ts'
import { useUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { recipientOf } from '../../trust/folderSecrets.ts'

/** Returns the words of the key that senders encrypt for; null if it is locked or the folder not trusted. */
export function useSenderWords(folder: Folder): readonly string[] | null {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [kept, keep] = useKeyBoundValue<{ key: UnlockedKey; id: number; words: readonly string[] | null }>()

  useEffect(() => {
    if (!key) return
    let isOver = false
    dispatch(recipientOf(folder, key)).then(
      ({ fingerprint }) => {
        if (!isOver) keep({ key, id: folder.id, words: wordsOfFingerprint(fingerprint) })
      },
      // The reason is shown when the link is requested.
      () => undefined,
    )
    return () => void (isOver = true)
  }, [dispatch, folder, key, keep])

  return key && kept?.key === key && kept.id === folder.id ? kept.words : null
}
