import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** Facts about a list item: in a row, or stacked on phones. */
export const DescriptionList = styled('dl')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  margin: spacing(1, 0, 0),
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: spacing(0.5, 2),
  '& > div': { display: 'contents' },
  '& dt': { color: vars.palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  [breakpoints.up('sm')]: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: spacing(4),
    '& > div': { display: 'flex', alignItems: 'baseline', gap: spacing(0.75) },
  },
}))

export function DescriptionListItem({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
