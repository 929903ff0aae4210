import type { Theme } from '@mui/material/styles'
import { filledInForcedColours, forcedColours } from './theme.ts'

/** A row's progress, on the row's lower line. Its only child is scaled to what is done; not eased: see theme.ts. */
export const rowBar = ({ vars }: Theme) =>
  ({
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: -1,
    height: 2,
    overflow: 'hidden',
    '& > span': {
      display: 'block',
      height: '100%',
      transformOrigin: 'left',
      backgroundColor: vars.palette.primary.main,
      [forcedColours]: filledInForcedColours,
    },
  }) as const
