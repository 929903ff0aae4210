import { styled } from '@mui/material/styles'
import { formatDateTime } from './format.ts'
import { figures } from './theme.ts'

/** A time in the browser's locale, with seconds; `none` where there is none. Breaks between date and time, if at all. */
export function DateTime({ iso, none = '-' }: { iso: string | null; none?: string }) {
  if (iso === null) return none
  return <Time dateTime={iso}>{formatDateTime(iso)}</Time>
}

const Time = styled('time')(figures)
