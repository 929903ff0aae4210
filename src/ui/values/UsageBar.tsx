import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { t } from '../../../i18n/t.ts'
import { shownBytes } from '../../../i18n/format.ts'
import { StatusText } from '../messages/StatusText.tsx'

/** The share of a limit from which on it is nearly full. */
const nearShare = 0.9

export const fullness = (bytes: number, limit: number): 'roomy' | 'near' | 'full' =>
  bytes >= limit ? 'full' : bytes >= nearShare * limit ? 'near' : 'roomy'

interface UsageBarProps {
  /** Accessible name of the bar. */
  label: string
  bytes: number
  limit: number
  whenFull: string
}

/** Shows how much of a limit is used, with a warning from 90 % on. */
export function UsageBar({ label, bytes, limit, whenFull }: UsageBarProps) {
  const state = fullness(bytes, limit)
  return (
    <Root>
      <div className="words">
        <span>{t('ui.used', { bytes: shownBytes(bytes), limit: shownBytes(limit) })}</span>
        {state === 'near' && <StatusText tone="attention">{t('ui.almostFull')}</StatusText>}
        {state === 'full' && <StatusText tone="bad">{t('ui.full')}</StatusText>}
      </div>
      <LinearProgress
        aria-label={label}
        variant="determinate"
        color={state === 'roomy' ? 'primary' : state === 'near' ? 'warning' : 'error'}
        value={Math.min(100, (100 * bytes) / limit)}
      />
      {state === 'full' && <div>{whenFull}</div>}
    </Root>
  )
}

const Root = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  color: vars.palette.text.secondary,
  maxWidth: 480,
  display: 'grid',
  gap: spacing(0.75),
  // A neutral track: an empty bar must not look filled.
  '& > .MuiLinearProgress-root': { maxWidth: 240, backgroundColor: vars.palette.divider },
  '& > .words': { display: 'flex', flexWrap: 'wrap', columnGap: spacing(1.5) },
}))
