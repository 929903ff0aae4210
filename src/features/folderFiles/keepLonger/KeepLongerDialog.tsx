import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { splitDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { prepareHeadingFocus } from '../../../ui/hooks/focusHeading.ts'
import { RadioChoices } from '../../../ui/fields/RadioChoices.tsx'
import { keepFilesLonger } from './keepFilesLonger.ts'
import { filesToKeep, type KeepingChoice } from './keepingChoices.ts'

interface KeepLongerDialogProps {
  folderId: number
  files: readonly FileRecord[]
  /** At least one. */
  choices: readonly KeepingChoice[]
  open: boolean
  onClose: () => void
}

/** Asks until when files are kept that would be deleted by date. */
export function KeepLongerDialog({ folderId, files, choices, open, onClose }: KeepLongerDialogProps) {
  const dispatch = useAppDispatch()
  const [at, setAt] = useState('0')
  const [isBusy, setBusy] = useState(false)
  const chosen = choices[Number(at)]
  const submit = async () => {
    if (!chosen) return
    setBusy(true)
    const focusAfterwards = prepareHeadingFocus()
    const isAnswered = await dispatch(keepFilesLonger(folderId, files, chosen.until))
    setBusy(false)
    if (!isAnswered) return
    onClose()
    // The button that opened it may be gone with the last date.
    focusAfterwards()
  }
  return (
    <FormDialog
      open={open}
      title={t('files.keepLonger')}
      submit={{ label: t('files.keep'), busyLabel: t('ui.saving'), busy: isBusy }}
      onSubmit={() => void submit()}
      onCancel={onClose}
      onClose={onClose}
    >
      <RadioChoices
        label={t('files.keepCount', { count: filesToKeep(files, chosen?.until ?? null).length })}
        value={at}
        choices={choices.map((choice, index) => ({ value: String(index), label: choiceText(choice) }))}
        onChange={setAt}
      />
      <Typography variant="small" color="textSecondary">
        {t('files.keepHint')}
      </Typography>
    </FormDialog>
  )
}

function choiceText({ until, days }: KeepingChoice): string {
  if (until === null) return t('files.keepAlways')
  const date = splitDateTime(until)?.date ?? ''
  return days === null ? t('files.keepMost', { date }) : t('files.keepDays', { days, date })
}
