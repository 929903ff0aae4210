import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { shownMessage } from '../../contract/shownText.ts'
import { t } from '../../i18n/t.ts'
import { CopyButton } from '../ui/buttons/CopyButton.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'

interface ReadMessageDialogProps {
  open: boolean
  text: string
  onClose: () => void
}

/** Shows a message as plain text: strangers write it, so nothing in it can be clicked. */
export function ReadMessageDialog({ open, text, onClose }: ReadMessageDialogProps) {
  const shown = shownMessage(text)
  return (
    <FormDialog
      open={open}
      maxWidth="sm"
      title={t('message.title')}
      onClose={onClose}
      actions={
        <>
          <CopyButton variant="text" size="medium" text={shown} failure={t('message.notCopied')} />
          <Button autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <Text tabIndex={0} translate="no">
        {shown}
      </Text>
    </FormDialog>
  )
}

const Text = styled('p')(({ theme }) => ({
  ...theme.typography.body1,
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}))
