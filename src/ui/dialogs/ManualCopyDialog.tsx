import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { t } from '../../../i18n/t.ts'
import { Explanation } from '../messages/Explanation.tsx'
import { FormDialog } from './FormDialog.tsx'

interface ManualCopyDialogProps {
  failure: string
  text: string
  onClose: () => void
  onCopied: () => void
}

/** Shows a text that the clipboard refused, selected in a field. */
export function ManualCopyDialog({ failure, text, onClose, onCopied }: ManualCopyDialogProps) {
  return (
    <FormDialog
      maxWidth="sm"
      title={t('ui.copyByHand')}
      spacing={0}
      onClose={onClose}
      actions={
        // The dialog may inherit the size of small buttons.
        <Button size="medium" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <Explanation gutterBottom>{t('ui.copyByHandText', { failure })}</Explanation>
      <Shown
        autoFocus
        multiline
        maxRows={6}
        label={t('ui.toCopy')}
        value={text}
        onFocus={(event) => event.target.select()}
        onCopy={onCopied}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
    </FormDialog>
  )
}

const Shown = styled(TextField)(({ theme: { typography, spacing } }) => ({
  marginTop: spacing(1),
  '& textarea': typography.mono,
}))
