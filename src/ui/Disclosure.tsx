import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** A line that opens to more. `onOpen` may be called again each time. */
export function Disclosure({
  summary,
  onOpen,
  children,
}: {
  summary: string
  onOpen?: () => void
  children: ReactNode
}) {
  return (
    <Box
      component="details"
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.()
      }}
      sx={{
        '& > summary': {
          cursor: 'pointer',
          width: 'fit-content',
          borderRadius: 1,
          color: 'text.secondary',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        },
      }}
    >
      <Typography component="summary" variant="body2">
        {summary}
      </Typography>
      <Box sx={{ mt: 1.5, pl: 2, borderLeft: 2, borderColor: 'divider', maxWidth: 620 }}>{children}</Box>
    </Box>
  )
}
