import { createAction } from '@reduxjs/toolkit'
import type { Folder, TrashedFile } from '../../../../contract/schemas/folders.ts'
import { filesApi, invalidateDeletedFilesOf } from '../../../api/filesApi.ts'
import type { ResponseOf } from '../../../api/client.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import { notify } from '../../../store/hooks.ts'
import { type AppThunk, startAppListening } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { judgedOpener } from '../../../trust/openJudgedFiles.ts'
import { ownFingerprint } from '../../../trust/ownFingerprint.ts'
import { rememberDeleted, rememberRestored } from '../../../trust/seenFilesMemory.ts'
import { t } from '../../../../i18n/t.ts'
import { prepareHeadingFocus } from '../../../ui/hooks/focusHeading.ts'
import { notifyUndoable } from '../../../ui/trash/notifyUndoable.ts'
import { autoChecked } from '../checks/checkNames.ts'
import { addDeletedOfBatches } from '../checks/deletedOfBatches.ts'
import { selectBatchesOf, selectMarkOf, selectUnchecked } from '../checks/sealedFilesSlice.ts'
import { keepManifests } from '../checks/untilLocked.ts'
import { deletionMessage } from '../toolbar/selectionMessages.ts'

interface FolderFiles {
  folderId: number
  fileIds: readonly number[]
}

const deletionUndone = createAction<FolderFiles>('folderFiles/deletionUndone')

startAppListening({
  actionCreator: deletionUndone,
  effect: ({ payload }, { dispatch }) => void dispatch(restoreFiles(payload)),
})

const idsWithout = (fileIds: readonly number[], { errors }: ResponseOf<'deleteFiles'>): number[] => {
  const failed = new Set(errors.map(({ file_id }) => file_id))
  return fileIds.filter((id) => !failed.has(id))
}

/**
 * Deletes files, to the trash if there is one, and reports those that could not be deleted.
 * @param now for files in the trash, of which this device has remembered that they are deleted: erases them
 */
export const deleteFiles =
  (
    { id: folderId, trash }: Pick<Folder, 'id' | 'trash'>,
    fileIds: readonly number[],
    now?: '1',
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const focusAfterwards = prepareHeadingFocus()
    // The store's listener reports failed requests.
    const { data } = await dispatch(filesApi.endpoints.deleteFiles.initiate({ fileIds, now }))
    if (data) {
      const { errors } = data
      const deleted = { folderId, fileIds: idsWithout(fileIds, data) }
      const isUndoable = trash !== undefined && !now
      if (!now) await dispatch(rememberOnDevice(deleted, isUndoable ? 'trashed' : 'erased'))
      if (errors.length > 0) console.warn('Files that were not deleted:', errors)
      if (errors.length > 0 || !isUndoable) {
        const { severity, text } = deletionMessage(fileIds.length, errors.length)
        notify(severity, text)
      }
      if (isUndoable && deleted.fileIds.length > 0)
        notifyUndoable(t('trash.filesIn', { count: deleted.fileIds.length }), deletionUndone(deleted))
    }
    dispatch(invalidateDeletedFilesOf(folderId))
    // The pressed button is gone, or disabled without a selection, and the focused row may be gone.
    focusAfterwards()
  }

export const restoreFiles =
  ({ folderId, fileIds }: FolderFiles): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const focusAfterwards = prepareHeadingFocus()
    const { data } = await dispatch(filesApi.endpoints.restoreFiles.initiate(fileIds))
    if (data) {
      const restored = idsWithout(fileIds, data)
      await dispatch(rememberOnDevice({ folderId, fileIds: restored }, 'restored'))
      if (restored.length > 0) notify('success', t('trash.filesRestored', { count: restored.length }))
      const { length: failed } = data.errors
      if (failed > 0) notify('warning', t('trash.filesNotRestored', { count: failed }))
    }
    dispatch(invalidateDeletedFilesOf(folderId))
    focusAfterwards()
  }

const rememberOnDevice =
  ({ folderId, fileIds }: FolderFiles, change: 'trashed' | 'erased' | 'restored'): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    addDeletedOfBatches(selectBatchesOf(getState(), fileIds), change === 'restored' ? -1 : 1)
    const files = fileIds.map((id) => ({ id, mark: selectMarkOf(getState(), id) }))
    const fp = await dispatch(ownFingerprint())
    if (fp === null) return
    await dispatch(
      change === 'restored'
        ? rememberRestored(folderId, files, fp)
        : rememberDeleted(folderId, files, fp, change === 'trashed'),
    )
  }

/** Opens the hidden names of files in the trash. Nothing is remembered as seen: a list that omits them is no surprise. */
export const openTrashedNames =
  (
    { folder, records }: { folder: LinkedFolder; records: readonly TrashedFile[] },
    key: UnlockedKey,
    signal: AbortSignal,
  ): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const hidden = autoChecked(selectUnchecked(getState(), { folderId: folder.id, records }), 0)
    if (hidden.length === 0) return
    const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
    await withKeysWorkers(async (ports) => {
      const opener = await dispatch(judgedOpener(folder, key))
      const options = { ...ports, signal, onProgress: () => undefined }
      // The list is built anew each time: whenever the names double.
      for (let from = 0, size = 200; from < hidden.length; from += size, size = from) {
        const { opened } = await opener.open(hidden.slice(from, from + size), options)
        signal.throwIfAborted()
        dispatch(keepManifests(opener.judged, opened, key))
      }
    })
  }
