import { styled } from '@mui/material/styles'
import { dateAndTime, formatDateTime } from '../../i18n/format.ts'
import { figures } from './theme.ts'

/** A time in the browser's locale, with seconds; `none` if null. Wraps only between date and time. */
export function DateTime({ iso, none = '-' }: { iso: string | null; none?: string }) {
  if (iso === null) return none
  return <Time dateTime={iso}>{formatDateTime(iso)}</Time>
}

/** The date with the time below, for table columns. */
export function StackedDateTime({ iso, none = '-' }: { iso: string | null; none?: string }) {
  const parts = dateAndTime(iso)
  if (iso === null || parts === null) return iso === null ? none : '-'
  return (
    <Stacked dateTime={iso}>
      {parts.date} <small>{parts.time}</small>
    </Stacked>
  )
}

const Time = styled('time')(figures)

const Stacked = styled(Time)(({ theme: { vars, typography } }) => ({
  whiteSpace: 'nowrap',
  '& > small': { ...typography.small, display: 'block', color: vars.palette.text.secondary },
}))
