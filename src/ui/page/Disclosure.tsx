import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { focusRing } from '../theme/theme.ts'

/** A summary that expands. `onOpen` is called each time. */
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
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.()
      }}
    >
      <Summary>{summary}</Summary>
      <More>{children}</More>
    </details>
  )
}

const Summary = styled('summary')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  cursor: 'pointer',
  width: 'fit-content',
  // Wrapped lines align with the first, after the marker.
  padding: '2px 0 2px 1.07em',
  textIndent: '-1.07em',
  borderRadius: vars.shape.borderRadius,
  color: vars.palette.text.secondary,
  '&:focus-visible': focusRing,
}))

const More = styled('div')(({ theme: { vars, spacing } }) => ({
  marginTop: spacing(1.5),
  paddingLeft: spacing(2),
  borderLeft: `2px solid ${vars.palette.divider}`,
  maxWidth: 620,
  '& > p + div': { marginTop: spacing(1) },
}))
