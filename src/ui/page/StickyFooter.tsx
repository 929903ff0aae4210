import { styled } from '@mui/material/styles'

/** Footer of a list that sticks to the lower edge of the window while the list is longer. */
export const StickyFooter = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 16,
  zIndex: 3,
  display: 'grid',
  // Not wider than the list: content is truncated or wraps.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1),
  '& > *': {
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: '0 8px 24px #0a0f1f1f',
  },
}))
