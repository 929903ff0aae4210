import MailIcon from '@mui/icons-material/MailOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import { t } from '../../../i18n/t.ts'
import { type Mail, openMailProgram } from './openMailProgram.ts'

interface MailButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon'> {
  /** Makes the mail; null if it cannot, which it has reported. */
  mail: () => Promise<Mail | null>
  onOpened?: () => void
}

/** Opens a mail in the person's own program. The server gets nothing of it. */
export function MailButton({ mail, onOpened, ...look }: MailButtonProps) {
  const write = async () => {
    const content = await mail()
    if (content === null) return
    openMailProgram(content)
    onOpened?.()
  }
  return (
    <Button size="small" {...look} startIcon={<MailIcon />} onClick={() => void write()}>
      {t('share.writeMail')}
    </Button>
  )
}
