import type { Theme } from '@mui/material/styles'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { filledInForcedColours, forcedColours } from '../theme/theme.ts'

/** Progress of a row, by its name and a whole percentage; its list sets `rowProgressStyles` on `.bar`. */
export const RowProgressBar = ({ name, percent }: { name: string; percent: number }) => (
  <span
    className="bar"
    role="progressbar"
    aria-label={t('ui.progressOf', { name: shownText(name) })}
    aria-valuenow={percent}
  >
    <span style={{ transform: `scaleX(${percent / 100})` }} />
  </span>
)

/** On the lower edge of the row; without transition, see theme.ts. */
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
