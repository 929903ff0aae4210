import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { formatDay } from '../../../i18n/format.ts'
import type { Sender } from './senders.ts'

interface SenderDialogProps {
  open: boolean
  /** Name of the file. */
  name: string
  sender: Sender
  onClose: () => void
}

/** All answers of a file's sender. */
export function SenderDialog({ open, name, sender, onClose }: SenderDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('senders.of', { name: shownText(name) })}</DialogTitle>
      <DialogContent>
        <SenderFacts sender={sender} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t('senders.ownWord')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function SenderFacts({ sender: { answers, email } }: { sender: Sender }) {
  return (
    <OneBelowTheOther>
      {answers.map(({ label, value }, at) => (
        <Fact key={at} label={shownText(label)}>
          {value === '' ? t('senders.leftOpen') : (formatDay(value) ?? shownText(value))}
        </Fact>
      ))}
      {email !== null && <Fact label={t('senders.verified')}>{shownText(email)}</Fact>}
    </OneBelowTheOther>
  )
}

const OneBelowTheOther = styled(Facts)(({ theme }) => ({
  ...theme.typography.body2,
  [theme.breakpoints.up('sm')]: { display: 'grid', '& > div': { display: 'contents' } },
}))
