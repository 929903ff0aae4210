import MailIcon from '@mui/icons-material/MailOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import { t } from '../../../i18n/t.ts'
import { type Mail, openMailProgram } from './openMailProgram.ts'

interface MailButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon'> {
  /** Makes the mail; null if it cannot, which it has reported. */
  mail: () => Promise<Mail | null>
}

/** Opens a mail in the person's own program. The server gets nothing of it. */
export function MailButton({ mail, ...look }: MailButtonProps) {
  const write = async () => {
    const content = await mail()
    if (content !== null) openMailProgram(content)
  }
  return (
    <Button size="small" {...look} startIcon={<MailIcon />} onClick={() => void write()}>
      {t('share.writeMail')}
    </Button>
  )
}
