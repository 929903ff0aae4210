import { useEffect, useMemo } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import {
  getUnlockedKey,
  subscribeUnlockedKey,
  type UnlockedKey,
  useOlderKeys,
  useUnlockedKey,
} from '../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import type { BatchAnswers } from '../../../core/keys/answers.ts'
import { keysOfFolder } from '../../trust/folderSecrets.ts'
import type { KeyedFolder } from '../../../core/trust/sharedFolder.ts'
import { answersForgotten, answersOpened, selectUnaskedBatches } from './sealedFilesSlice.ts'

export interface AskedAnswers {
  readonly folderId: number
  readonly batches: readonly string[]
  readonly found: Readonly<Record<string, BatchAnswers>>
}

/** Waits for the key to go under which answers were opened. */
class AnswersWatch {
  #end: () => void = () => undefined

  /** @throws FaultError when it has gone already */
  until(key: UnlockedKey, forget: () => void): void {
    if (getUnlockedKey() !== key) throw new FaultError(fault('key-not-loaded'))
    this.#end()
    const end = subscribeUnlockedKey(() => {
      if (getUnlockedKey() === key) return
      end()
      forget()
    })
    this.#end = end
  }
}

/**
 * Opens what the senders of files answered, as far as their manifests name it and nobody has asked yet.
 * @throws what the calls throw, or the signal's reason; FaultError when the key has locked meanwhile
 */
export const openAnswersOf =
  (
    { folder, records, signal }: { folder: KeyedFolder; records: readonly FileRecord[]; signal: AbortSignal },
    key: UnlockedKey,
  ): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const batches = selectUnaskedBatches(getState(), { folderId: folder.id, records })
    if (batches.length === 0) return
    const [{ openOwnAnswers }, { answersPage, withKeysThreads }] = await Promise.all([
      import('../../../core/keys/answers.ts'),
      import('../../platform/keysThreads.ts'),
    ])
    const decryptionKeys = await dispatch(keysOfFolder(folder, key))
    const found = await withKeysThreads(
      ({ workers }) =>
        openOwnAnswers(new Set(batches), {
          workers,
          signal,
          decryptionKeys,
          fetchAnswers: answersPage(folder.id),
        }),
      1,
    )
    signal.throwIfAborted()
    dispatch(keepAnswers({ folderId: folder.id, batches, found: Object.fromEntries(found) }, key))
  }

/** For as long as the key is unlocked. @throws FaultError when it has locked meanwhile */
export const keepAnswers =
  (asked: AskedAnswers, key: UnlockedKey): AppThunk =>
  (dispatch, _getState, services) => {
    services.of(AnswersWatch).until(key, () => dispatch(answersForgotten()))
    dispatch(answersOpened(asked))
  }

/** While the private key is unlocked: what senders answered, as soon as manifests name it. */
export function useSenderAnswers(folder: Folder, records: readonly FileRecord[]): void {
  const { id, title, several } = folder
  const keyed = useMemo((): KeyedFolder => ({ id, title, several }), [id, title, several])
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const olderKeys = useOlderKeys()
  const where = useMemo(() => ({ folderId: id, records }), [id, records])
  const { length: unasked } = useAppSelector((state) => selectUnaskedBatches(state, where))
  useEffect(() => {
    if (!key || unasked === 0) return
    const controller = new AbortController()
    dispatch(openAnswersOf({ folder: keyed, records, signal: controller.signal }, key)).catch(() => {
      // Nobody asked for it: what cannot be had now is had with the next list.
    })
    return () => controller.abort()
  }, [dispatch, keyed, records, key, olderKeys, unasked])
}
