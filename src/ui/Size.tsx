import Box from '@mui/material/Box'
import { formatBytes, formatKilobytes } from './format.ts'
import { visuallyHidden } from './visuallyHidden.ts'

/** A size in the unit a person reads; exactly, in KB, for the pointer and for screen readers. */
export function Size({ bytes }: { bytes: number }) {
  const exact = formatKilobytes(bytes)
  return (
    <Box component="span" title={exact} sx={{ whiteSpace: 'nowrap', position: 'relative' }}>
      <span aria-hidden>{formatBytes(bytes)}</span>
      <Box component="span" sx={{ ...visuallyHidden, userSelect: 'none' }}>
        {exact}
      </Box>
    </Box>
  )
}
