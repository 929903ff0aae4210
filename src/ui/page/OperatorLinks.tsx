import { styled } from '@mui/material/styles'
import { supportHref } from '../../../contract/shownLook.ts'
import { t } from '../../../i18n/t.ts'
import { useLook } from '../theme/look.ts'
import { focusRing } from '../theme/theme.ts'

export function OperatorLinks() {
  const { imprint_url, privacy_url, support } = useLook()
  const links = [
    { label: t('ui.imprint'), address: imprint_url },
    { label: t('ui.privacy'), address: privacy_url },
    { label: t('ui.support'), address: support },
  ].flatMap(({ label, address }) => (address === null ? [] : [{ label, href: supportHref(address) }]))
  if (links.length === 0) return null
  return (
    <Links aria-label={t('ui.operator')}>
      {links.map(({ label, href }) => (
        <a
          key={label}
          href={href}
          // In a new tab: an upload goes on in this one.
          {...(!href.startsWith('mailto:') && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {label}
        </a>
      ))}
    </Links>
  )
}

const Links = styled('nav')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  gap: spacing(0.5, 2.5),
  '& > a': {
    // Large enough for touch.
    paddingBlock: spacing(0.75),
    borderRadius: 4,
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { color: vars.palette.text.primary, textDecoration: 'underline' },
    '&:focus-visible': focusRing,
  },
}))
