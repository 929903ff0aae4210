import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { styled } from '@mui/material/styles'
import { shownLines, shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { DescriptionListItem, DescriptionList } from '../../../ui/values/DescriptionList.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { TitledDialog } from '../../../ui/dialogs/TitledDialog.tsx'
import { formatDay } from '../../../../i18n/format.ts'
import type { Sender } from './senders.ts'

interface SenderDialogProps {
  open: boolean
  /** Name of the file. */
  name: string
  sender: Sender
  onClose: () => void
}

export function SenderDialog({ open, name, sender, onClose }: SenderDialogProps) {
  return (
    <TitledDialog
      open={open}
      onClose={onClose}
      maxWidth="sm"
      title={t('senders.of', { name: shownText(name) })}
    >
      <DialogContent>
        <SenderFacts sender={sender} />
        <Explanation sx={{ mt: 2 }}>{t('senders.ownWord')}</Explanation>
      </DialogContent>
      <DialogActions>
        <Button variant="text" autoFocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}

function SenderFacts({ sender: { answers, email } }: { sender: Sender }) {
  return (
    <StackedFacts>
      {answers.map(({ label, value }, at) => (
        <DescriptionListItem key={at} label={shownText(label)}>
          {value === ''
            ? t('senders.leftOpen')
            : (formatDay(value) ?? <MultilineText>{shownLines(value)}</MultilineText>)}
        </DescriptionListItem>
      ))}
      {email !== null && (
        <DescriptionListItem label={t('senders.verified')}>{shownText(email)}</DescriptionListItem>
      )}
    </StackedFacts>
  )
}

const MultilineText = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

const StackedFacts = styled(DescriptionList)(({ theme }) => ({
  ...theme.typography.body2,
  [theme.breakpoints.up('sm')]: { display: 'grid', '& > div': { display: 'contents' } },
}))
