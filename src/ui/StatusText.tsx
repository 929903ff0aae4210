import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { forcedColours } from './theme.ts'

export type Tone = 'good' | 'attention' | 'bad' | 'neutral'

const colours = {
  good: 'success.main',
  attention: 'warning.main',
  bad: 'error.main',
  neutral: 'text.secondary',
} as const satisfies Record<Tone, string>

/** A status in words; the dot only helps the eye find it. A hollow dot stands for what is off. */
export function StatusText({
  tone,
  hollow = false,
  children,
}: {
  tone: Tone
  hollow?: boolean
  children: ReactNode
}) {
  const colour = colours[tone]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 0.875, color: colour }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          flex: 'none',
          borderRadius: '50%',
          border: '2px solid',
          borderColor: colour,
          bgcolor: hollow ? 'transparent' : colour,
          [forcedColours]: hollow
            ? {}
            : { bgcolor: 'CanvasText', borderColor: 'CanvasText', forcedColorAdjust: 'none' },
        }}
      />
      <span>{children}</span>
    </Box>
  )
}
