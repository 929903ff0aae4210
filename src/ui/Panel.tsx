import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'

/** A sheet of paper on the page: what belongs together, inside a hairline. */
export const Panel = styled(Box)(({ theme }) => ({
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  padding: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(3) },
})) as typeof Box
