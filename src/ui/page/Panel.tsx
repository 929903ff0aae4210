import Box from '@mui/material/Box'
import { styled, type Theme } from '@mui/material/styles'

const panelStyles = ({ vars }: Theme) => ({
  backgroundColor: vars.palette.background.paper,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 12,
})

/** A bordered surface for related content. */
export const Panel = styled(Box)(({ theme }) => ({
  ...panelStyles(theme),
  padding: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(3) },
})) as typeof Box

/** A panel without padding, whose content is clipped at the corners. */
export const FlushPanel = styled(Box)(({ theme }) => ({
  ...panelStyles(theme),
  overflow: 'clip',
})) as typeof Box
