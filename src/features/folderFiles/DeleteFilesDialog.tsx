import { styled } from '@mui/material/styles'
import { useDeleteFilesMutation } from '../../api/filesApi.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { rememberDeleted } from '../../trust/seenFilesMemory.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from '../../ui/FileName.tsx'
import { prepareHeadingFocus } from '../../ui/focusHeading.ts'
import { addDeletedOfBatches } from './deletedOfBatches.ts'
import type { FileNode } from './fileTree.ts'
import { selectBatchesOf, selectMarksOf } from './sealedFilesSlice.ts'
import { deletionMessage } from './selectionMessages.ts'

const maxNamed = 3

interface DeleteFilesDialogProps {
  open: boolean
  folderId: number
  files: readonly FileNode[]
  onCancel: () => void
  onStarted: () => void
  onEnded: () => void
}

/** Asks, deletes files, and reports those that could not be deleted. */
export function DeleteFilesDialog({
  open,
  folderId,
  files,
  onCancel,
  onStarted,
  onEnded,
}: DeleteFilesDialogProps) {
  const dispatch = useAppDispatch()
  const [deleteFiles] = useDeleteFilesMutation()

  async function handleConfirm() {
    onStarted()
    const focusAfterwards = prepareHeadingFocus()
    const fileIds = files.map(({ record }) => record.id)
    // The store's listener reports failed requests.
    const { data } = await deleteFiles({ folderId, fileIds })
    if (data) {
      const failed = new Set(data.errors.map(({ file_id }) => file_id))
      await dispatch(rememberDeletedFiles(fileIds.filter((id) => !failed.has(id))))
      const message = deletionMessage(fileIds.length, data.errors.length)
      if (data.errors.length > 0) console.warn('Files that were not deleted:', data.errors)
      notify(message.severity, message.text)
    }
    onEnded()
    // The pressed button is disabled without a selection, and the focused row may be gone.
    focusAfterwards()
  }

  const more = files.length - maxNamed
  return (
    <ConfirmDialog
      open={open}
      title={t('files.deleteTitle')}
      confirmLabel={t('ui.delete')}
      destructive
      onCancel={onCancel}
      onConfirm={() => void handleConfirm()}
    >
      {t('files.deleteQuestion', { count: files.length })}
      <FileNameList>
        {files.slice(0, maxNamed).map(({ key, name }) => (
          <li key={key}>
            <FileName name={name} whole />
          </li>
        ))}
        {more > 0 && <li>{t('files.deleteMore', { count: more })}</li>}
      </FileNameList>
      {t('files.deleteText')}
    </ConfirmDialog>
  )
}

const rememberDeletedFiles =
  (ids: readonly number[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    addDeletedOfBatches(selectBatchesOf(getState(), ids))
    const key = getUnlockedKey()
    if (key) await dispatch(rememberDeleted(selectMarksOf(getState(), ids), key))
  }

const FileNameList = styled('ul')(({ theme: { vars, spacing } }) => ({
  marginBlock: spacing(1),
  paddingLeft: spacing(2.5),
  color: vars.palette.text.secondary,
}))
