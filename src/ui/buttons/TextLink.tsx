import MuiLink, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

export const TextLink = createLink((props: LinkProps) => <MuiLink {...props} />)
