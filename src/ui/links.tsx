import MuiLink, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { t } from '../../i18n/t.ts'

/** A link to a route, styled as text. */
export const TextLink = createLink((props: LinkProps) => <MuiLink {...props} />)

/** The back link of pages that the dashboard leads to. */
export const BackToDashboard = () => (
  <TextLink to="/dashboard" sx={{ display: 'inline-block', py: 0.25 }}>
    <span aria-hidden>← </span>
    {t('ui.backToDashboard')}
  </TextLink>
)
