import { styled } from '@mui/material/styles'

/** Below a list, and at the lower edge of the window while the list is longer than that. */
export const StickyFoot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 16,
  // Above what is done with selected files, which has that edge on a phone.
  ':has(> * > .selection-bar) > &': { bottom: 152 },
  zIndex: 3,
  display: 'grid',
  // No wider than the list: what stands in it is cut or breaks.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1),
  '& > *': {
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: '0 8px 24px #0a0f1f1f',
  },
}))
