import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { t } from '../../i18n/t.ts'

interface CopyByHandProps {
  /** A sentence that says what failed. */
  failure: string
  text: string
  onClose: () => void
  /** Called when the person has copied from the field. */
  onCopied: () => void
}

/** Shows a text that the clipboard refused, selected in a field. */
export function CopyByHand({ failure, text, onClose, onCopied }: CopyByHandProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('ui.copyByHand')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          {t('ui.copyByHandText', { failure })}
        </Typography>
        <Shown
          fullWidth
          autoFocus
          multiline
          maxRows={6}
          label={t('ui.toCopy')}
          value={text}
          onFocus={(event) => event.target.select()}
          onCopy={onCopied}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      </DialogContent>
      <DialogActions>
        {/* The dialog may inherit the size of small buttons. */}
        <Button variant="outlined" size="medium" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Shown = styled(TextField)(({ theme: { typography, spacing } }) => ({
  marginTop: spacing(1),
  '& textarea': typography.mono,
}))
