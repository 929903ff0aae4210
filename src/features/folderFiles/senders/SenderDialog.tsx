import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { shownLines, shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { DescriptionListItem, DescriptionList } from '../../../ui/values/DescriptionList.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
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
    <FormDialog
      open={open}
      maxWidth="sm"
      title={t('senders.of', { name: shownText(name) })}
      onClose={onClose}
      actions={
        <Button variant="text" autoFocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <SenderFacts sender={sender} />
      <Explanation>{t('senders.ownWord')}</Explanation>
    </FormDialog>
  )
}

function SenderFacts({ sender: { answers, email } }: { sender: Sender }) {
  return (
    <StackedFacts>
      {answers.map(({ label, value }, index) => (
        <DescriptionListItem key={index} label={shownText(label)}>
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
