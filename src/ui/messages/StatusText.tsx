import { styled, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { forcedColours } from '../theme/theme.ts'

export type StatusTone = 'good' | 'attention' | 'bad' | 'neutral'

const colourOf = ({ vars: { palette } }: Theme, tone: StatusTone) =>
  ({
    good: palette.success.main,
    attention: palette.warning.main,
    bad: palette.error.main,
    neutral: palette.text.secondary,
  })[tone]

/** A status in words with a coloured dot. A hollow dot stands for an inactive state. */
export function StatusText({
  tone,
  hollow = false,
  children,
}: {
  tone: StatusTone
  hollow?: boolean
  children: ReactNode
}) {
  return (
    <Status tone={tone}>
      <Dot aria-hidden data-hollow={hollow} />
      <span>{children}</span>
    </Status>
  )
}

const Status = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: StatusTone }>(
  ({ theme, tone }) => ({
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: theme.spacing(0.875),
    color: colourOf(theme, tone),
  }),
)

const Dot = styled('span')({
  width: 8,
  height: 8,
  flex: 'none',
  borderRadius: '50%',
  border: '2px solid currentColor',
  '&[data-hollow="false"]': {
    backgroundColor: 'currentColor',
    [forcedColours]: { backgroundColor: 'CanvasText', borderColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
})
