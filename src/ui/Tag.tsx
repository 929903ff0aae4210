import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A fact in a word or two, set apart by a hairline. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        px: 1,
        py: '1px',
        border: 1,
        borderColor: 'divider',
        borderRadius: 999,
        fontSize: '0.8125rem',
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        bgcolor: 'background.paper',
      }}
    >
      {children}
    </Box>
  )
}
