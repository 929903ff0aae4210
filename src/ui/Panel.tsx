import Box from '@mui/material/Box'
import { styled, type Theme } from '@mui/material/styles'

const sheet = ({ vars }: Theme) => ({
  backgroundColor: vars.palette.background.paper,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 12,
})

/** A sheet of paper on the page: what belongs together, inside a hairline. */
export const Panel = styled(Box)(({ theme }) => ({
  ...sheet(theme),
  padding: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(3) },
})) as typeof Box

/** One whose content reaches its edges, and ends at its corners. */
export const FlushPanel = styled(Box)(({ theme }) => ({ ...sheet(theme), overflow: 'clip' })) as typeof Box
