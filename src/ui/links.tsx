import MuiLink, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A link to a route of ours that looks like text. */
export const TextLink = createLink((props: LinkProps) => <MuiLink {...props} />)

/** The way back of every page that the dashboard leads to. */
export const backToDashboard = (
  <TextLink to="/dashboard">
    <span aria-hidden>← </span>
    Back to Dashboard
  </TextLink>
)
