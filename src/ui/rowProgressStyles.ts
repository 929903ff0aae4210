import type { Theme } from '@mui/material/styles'
import { filledInForcedColours, forcedColours } from './theme.ts'

/** A row's progress bar on its lower edge. Scale its only child; without transition, see theme.ts. */
export const rowProgressStyles = ({ vars }: Theme) =>
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
