import { filledInForcedColours, forcedColours } from './theme.ts'

/** A row's progress: lies on the row's lower line. Its only child is scaled to what is done, without easing: see theme.ts. */
export const rowBar = {
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
    bgcolor: 'primary.main',
    [forcedColours]: filledInForcedColours,
  },
} as const
