import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { SealMark } from '../page/SealMark.tsx'
import { Explanation } from './Explanation.tsx'

interface EmptyStateProps {
  title: string
  /** The first step, as a sentence. */
  hint?: string
  /** The first step, as a button. */
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Centred>
      <SealMark state="open" size={44} />
      <Typography variant="h2">{title}</Typography>
      {hint && <Explanation>{hint}</Explanation>}
      {action}
    </Centred>
  )
}

const Centred = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  padding: spacing(6, 2),
  [breakpoints.up('sm')]: { paddingBlock: spacing(9) },
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  // Nothing is wrong, and nothing was sealed: the mark stays in the background.
  '& > svg': { filter: 'grayscale(1)', opacity: 0.45 },
  '& > h2': { marginTop: spacing(2.5) },
  '& > p': { marginTop: spacing(0.75), maxWidth: 420 },
  // One button or several.
  '& > h2 ~ :not(p)': { marginTop: spacing(3) },
}))
