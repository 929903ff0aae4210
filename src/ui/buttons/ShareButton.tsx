import ShareIcon from '@mui/icons-material/Share'
import Button, { type ButtonProps } from '@mui/material/Button'
import { t } from '../../../i18n/t.ts'
import { canShareLinks, shareLink } from './shareLink.ts'

interface ShareButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon'> {
  /** Makes the address; null if it cannot, which it has reported. */
  link: () => Promise<string | null>
  /** Goes along with the address; null for nothing. */
  subject: string | null
  onShared?: () => void
}

/** Shares a link by the system's sheet. Nothing on browsers without one. */
export function ShareButton({ link, subject, onShared, ...look }: ShareButtonProps) {
  if (!canShareLinks()) return null
  const share = async () => {
    const address = await link()
    if (address !== null && (await shareLink(address, subject))) onShared?.()
  }
  return (
    <Button size="small" {...look} startIcon={<ShareIcon />} onClick={() => void share()}>
      {t('ui.share')}
    </Button>
  )
}
