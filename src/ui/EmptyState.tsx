import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { SealMark } from './SealMark.tsx'

interface EmptyStateProps {
  title: string
  /** The first step, in a sentence. */
  hint?: string
  /** The first step, as a button. */
  action?: ReactNode
}

/** Nothing is here yet, and that is fine. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Box
      sx={{
        py: { xs: 6, sm: 9 },
        px: 2,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
      }}
    >
      <SealMark state="open" size={44} />
      <Typography variant="h2" sx={{ mt: 2.5 }}>
        {title}
      </Typography>
      {hint && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75, maxWidth: 420 }}>
          {hint}
        </Typography>
      )}
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
    </Box>
  )
}
