import { styled } from '@mui/material/styles'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useMemo } from 'react'
import { firstExpiry } from '../../../core/upload/storedAs.ts'
import { trashDate } from '../../api/trashDate.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { FileName } from '../../ui/values/FileName.tsx'

const maxNamed = 3

interface DeleteFilesDialogProps<File> {
  open: boolean
  files: readonly File[]
  nameOf: (file: File) => string
  /** The trash that the files go to; undefined if they are erased. */
  trash?: Folder['trash']
  /** When a file is deleted by its date; undefined if it stays. */
  expiryOf?: (file: File) => string | undefined
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before files are deleted. */
export function DeleteFilesDialog<File>({
  files,
  nameOf,
  trash,
  expiryOf,
  ...dialog
}: DeleteFilesDialogProps<File>) {
  const { length: count } = files
  const first = useMemo(() => (expiryOf ? firstExpiry(files.map(expiryOf)) : null), [files, expiryOf])
  return (
    <ConfirmDialog {...dialog} title={t('files.deleteTitle')} confirmLabel={t('ui.delete')} destructive>
      {trash && <p>{t('trash.filesUntil', { count, date: trashDate(trash.days, first) })}</p>}
      <p>{t('files.deleteQuestion', { count })}</p>
      <FileNameList>
        {files.slice(0, maxNamed).map((file, index) => (
          <li key={index}>
            <FileName name={nameOf(file)} whole />
          </li>
        ))}
        {count > maxNamed && <li>{t('files.deleteMore', { count: count - maxNamed })}</li>}
      </FileNameList>
      {t('files.deleteText')}
    </ConfirmDialog>
  )
}

const FileNameList = styled('ul')(({ theme: { vars, spacing } }) => ({
  marginBlock: spacing(1),
  paddingLeft: spacing(2.5),
  color: vars.palette.text.secondary,
}))
