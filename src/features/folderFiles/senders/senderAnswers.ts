import { useEffect, useMemo } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { fault, FaultError } from '../../../../core/faults/fault.ts'
import { type UnlockedKey, useOlderKeys, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import { folderDecryptionKeys } from '../../../trust/folderSecrets.ts'
import type { FolderKeyFields } from '../../../../core/trust/folderKeyFields.ts'
import { answersOpened, type OpenedAnswers, selectUnrequestedBatches } from '../checks/sealedFilesSlice.ts'
import { untilLocked } from '../checks/untilLocked.ts'

/**
 * Opens answers of the files' senders that their manifests name and that were not requested yet.
 * @throws errors of the requests, or the signal's reason; FaultError if the key was locked meanwhile
 */
export const openSenderAnswers =
  (
    {
      folder,
      records,
      signal,
    }: { folder: FolderKeyFields; records: readonly FileRecord[]; signal: AbortSignal },
    key: UnlockedKey,
  ): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const batches = selectUnrequestedBatches(getState(), { folderId: folder.id, records })
    if (batches.length === 0) return
    const { openOwnAnswers, fetchAnswersPage, withKeysWorkers } =
      await import('../../../platform/ownFileOpening.ts')
    const decryptionKeys = await dispatch(folderDecryptionKeys(folder, key))
    const openedAnswers = await withKeysWorkers(
      ({ workers }) =>
        openOwnAnswers(new Set(batches), {
          workers,
          signal,
          decryptionKeys,
          fetchAnswers: fetchAnswersPage(folder.id),
        }),
      1,
    )
    signal.throwIfAborted()
    dispatch(keepAnswers({ folderId: folder.id, batches, found: Object.fromEntries(openedAnswers) }, key))
  }

/** Keeps answers while the key is unlocked. @throws FaultError if it was locked meanwhile */
export const keepAnswers =
  (result: OpenedAnswers, key: UnlockedKey): AppThunk =>
  (dispatch) => {
    const isKept = dispatch(untilLocked(key, () => dispatch(answersOpened(result))))
    if (!isKept) throw new FaultError(fault('key-not-loaded'))
  }

/** Opens the senders' answers while the private key is unlocked, as soon as manifests name them. */
export function useSenderAnswers(folder: Folder, records: readonly FileRecord[]): void {
  const { id, title, several } = folder
  const folderKeyFields = useMemo((): FolderKeyFields => ({ id, title, several }), [id, title, several])
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const olderKeys = useOlderKeys()
  const folderRecords = useMemo(() => ({ folderId: id, records }), [id, records])
  const { length: unasked } = useAppSelector((state) => selectUnrequestedBatches(state, folderRecords))
  useEffect(() => {
    if (!key || unasked === 0) return
    const controller = new AbortController()
    dispatch(openSenderAnswers({ folder: folderKeyFields, records, signal: controller.signal }, key)).catch(
      () => {
        // Ignored: it is tried again with the next list.
      },
    )
    return () => controller.abort()
  }, [dispatch, folderKeyFields, records, key, olderKeys, unasked])
}
