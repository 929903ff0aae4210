import { styled } from '@mui/material/styles'
import { invalidateDeletedFilesOf, useDeleteFilesMutation } from '../../api/filesApi.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { ownFingerprint } from '../../trust/ownFingerprint.ts'
import { rememberDeleted } from '../../trust/seenFilesMemory.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { FileName } from '../../ui/values/FileName.tsx'
import { prepareHeadingFocus } from '../../ui/hooks/focusHeading.ts'
import { addDeletedOfBatches } from './checks/deletedOfBatches.ts'
import type { FileNode } from './tree/fileTree.ts'
import { selectBatchesOf, selectMarkOf } from './checks/sealedFilesSlice.ts'
import { deletionMessage } from './toolbar/selectionMessages.ts'

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
    const { data } = await deleteFiles(fileIds)
    if (data) {
      const failed = new Set(data.errors.map(({ file_id }) => file_id))
      await dispatch(
        rememberDeletedFiles(
          folderId,
          fileIds.filter((id) => !failed.has(id)),
        ),
      )
      const message = deletionMessage(fileIds.length, data.errors.length)
      if (data.errors.length > 0) console.warn('Files that were not deleted:', data.errors)
      notify(message.severity, message.text)
    }
    dispatch(invalidateDeletedFilesOf(folderId))
    onEnded()
    // The pressed button is disabled without a selection, and the focused row may be gone.
    focusAfterwards()
  }

  const unnamedCount = files.length - maxNamed
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
        {unnamedCount > 0 && <li>{t('files.deleteMore', { count: unnamedCount })}</li>}
      </FileNameList>
      {t('files.deleteText')}
    </ConfirmDialog>
  )
}

const rememberDeletedFiles =
  (folderId: number, ids: readonly number[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    addDeletedOfBatches(selectBatchesOf(getState(), ids))
    const deleted = ids.map((id) => ({ id, mark: selectMarkOf(getState(), id) }))
    const fp = await dispatch(ownFingerprint())
    if (fp !== null) await dispatch(rememberDeleted(folderId, deleted, fp))
  }

const FileNameList = styled('ul')(({ theme: { vars, spacing } }) => ({
  marginBlock: spacing(1),
  paddingLeft: spacing(2.5),
  color: vars.palette.text.secondary,
}))
