import { filledInForcedColours, forcedColours } from './theme.ts'

/** A row's progress, on the row's lower line. Its only child is scaled to what is done; not eased: see theme.ts. */
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
