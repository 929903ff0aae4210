import type { Folder } from '../../../contract/schemas/folders.ts'
import { useDeleteFolderMutation } from '../../api/foldersApi.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { prepareHeadingFocus } from '../../ui/hooks/focusHeading.ts'
import { folderTitle } from '../../ui/values/folderTitle.ts'

interface DeleteFolderProps {
  folder: Folder
  open: boolean
  onDone: () => void
  /** Called after the remembered folder was removed as well. */
  onDeleted: () => void
}

export function DeleteFolder({ folder, open, onDone, onDeleted }: DeleteFolderProps) {
  const dispatch = useAppDispatch()
  const [deleteFolder] = useDeleteFolderMutation()
  const title = folderTitle(folder)

  async function handleConfirm() {
    onDone()
    const focusAfterwards = prepareHeadingFocus()
    const { prepareFolderDeletion } = await import('../../trust/rememberOwnFolder.ts')
    const updateContacts = await dispatch(prepareFolderDeletion(folder))
    const { error } = await deleteFolder(folder.id)
    if (error) return
    await updateContacts()
    onDeleted()
    notify('success', t('dashboard.deleted', { title }))
    // Its row, with the focused button, is gone.
    focusAfterwards()
  }

  return (
    <ConfirmDialog
      open={open}
      title={t('dashboard.deleteTitle')}
      confirmLabel={t('ui.delete')}
      destructive
      onConfirm={() => void handleConfirm()}
      onCancel={onDone}
    >
      <p>{t('dashboard.deleteQuestion', { title })}</p>
      {folder.file_count > 0 && <p>{t('dashboard.deleteLosses', { count: folder.file_count })}</p>}
    </ConfirmDialog>
  )
}
