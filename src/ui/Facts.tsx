import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** What a list says of one of its items: side by side, on a phone one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={facts}>
      {children}
    </Box>
  )
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const facts = {
  m: 0,
  mt: 1,
  display: { xs: 'grid', sm: 'flex' },
  gridTemplateColumns: 'auto 1fr',
  flexWrap: 'wrap',
  columnGap: { xs: 2, sm: 4 },
  rowGap: 0.5,
  fontSize: '0.8125rem',
  '& > div': { display: { xs: 'contents', sm: 'flex' }, gap: 0.75 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
} as const
