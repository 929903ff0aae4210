import type { Folder } from '../../../contract/schemas/folders.ts'
import { trashDate } from '../../api/trashDate.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'

interface DeleteFoldersDialogProps {
  folders: readonly Pick<Folder, 'title' | 'file_count' | 'retention_days'>[]
  /** The trash that the folders go to; undefined if they are erased. */
  trash?: Folder['trash']
  open: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before folders are deleted. */
export function DeleteFoldersDialog({ folders, trash, ...dialog }: DeleteFoldersDialogProps) {
  const [folder] = folders
  const files = folders.reduce((sum, { file_count }) => sum + file_count, 0)
  return (
    <ConfirmDialog {...dialog} title={t('dashboard.deleteTitle')} confirmLabel={t('ui.delete')} destructive>
      {trash && <p>{t('trash.folderUntil', { date: trashDate(trash.days) })}</p>}
      <p>
        {folder && folders.length === 1
          ? t('dashboard.deleteQuestion', { title: folderTitle(folder) })
          : t('trash.foldersQuestion', { count: folders.length })}
      </p>
      {files > 0 && <p>{t('dashboard.deleteLosses', { count: files })}</p>}
      {trash && files > 0 && folder?.retention_days !== undefined && <p>{t('trash.earlierDates')}</p>}
    </ConfirmDialog>
  )
}
