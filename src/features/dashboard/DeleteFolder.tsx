import type { Folder } from '../../../contract/folders.ts'
import { useDeleteFolderMutation } from '../../api/foldersApi.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { count } from '../../ui/format.ts'
import { folderTitle } from './folderStatus.ts'

interface DeleteFolderProps {
  folder: Folder
  open: boolean
  onDone: () => void
  /** Also what is remembered has followed. */
  onDeleted: () => void
}

/** Asks first, and says what goes with it. */
export function DeleteFolder({ folder, open, onDone, onDeleted }: DeleteFolderProps) {
  const dispatch = useAppDispatch()
  const [deleteFolder] = useDeleteFolderMutation()
  const title = folderTitle(folder)

  async function confirmed() {
    onDone()
    const { beforeDeletion } = await import('../../trust/rememberOwn.ts')
    const follow = await dispatch(beforeDeletion(folder))
    const { error } = await deleteFolder(folder.id)
    if (error) return
    await follow()
    onDeleted()
    notify('success', `Folder "${title}" deleted.`)
    // Its row, and the button that had the focus, are gone.
    focusHeading()
  }

  return (
    <ConfirmDialog
      open={open}
      title="Delete folder"
      confirmLabel="Delete"
      destructive
      onConfirm={() => void confirmed()}
      onCancel={onDone}
    >
      <p>{`Are you sure you want to delete the folder "${title}"? This action cannot be undone.`}</p>
      {folder.file_count > 0 && (
        <p>
          {count(folder.file_count, 'file')} in it and every download link to them will be deleted, and its
          upload link will stop working.
        </p>
      )}
    </ConfirmDialog>
  )
}
