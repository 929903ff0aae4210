import { styled } from '@mui/material/styles'
import { formatDateTime, formatShortTime } from '../../../i18n/format.ts'
import { tabularNumbers } from '../theme/theme.ts'
import { visuallyHidden } from '../theme/visuallyHidden.ts'

/** A time in the browser's locale, with seconds; `none` if null. Wraps only between date and time. */
export function DateTime({ iso, none = '-' }: { iso: string | null; none?: string }) {
  if (iso === null) return none
  return <Time dateTime={iso}>{formatDateTime(iso)}</Time>
}

/** A time as people say it; the exact one is the tooltip, and what screen readers hear. */
export function ShortTime({ iso, none = '-' }: { iso: string | null; none?: string }) {
  if (iso === null) return none
  const exact = formatDateTime(iso)
  return (
    <Short dateTime={iso} title={exact}>
      <span aria-hidden>{formatShortTime(iso)}</span>
      <Exact>{exact}</Exact>
    </Short>
  )
}

const Time = styled('time')(tabularNumbers)

// Copied text has one time.
const Exact = styled('span')({ ...visuallyHidden, userSelect: 'none' })
const Short = styled(Time)({ position: 'relative', whiteSpace: 'nowrap' })
