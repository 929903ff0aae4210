import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface BannerProps {
  severity: 'error' | 'warning' | 'info' | 'success'
  children: ReactNode
  action?: ReactNode
}

/** A message on a screen. Errors and warnings are announced as they appear. */
export function Banner({ severity, children, action }: BannerProps) {
  return (
    <Root role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'} severity={severity}>
      <div className="text">{children}</div>
      {action && <div className="action">{action}</div>}
    </Root>
  )
}

const Root = styled('div', { shouldForwardProp: (name) => name !== 'severity' })<
  Pick<BannerProps, 'severity'>
>(({ theme: { vars, typography, spacing }, severity }) => {
  const { main } = vars.palette[severity]
  const { paper } = vars.palette.background
  return {
    ...typography.body2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: spacing(1, 2),
    padding: spacing(1.25, 2),
    borderRadius: vars.shape.borderRadius,
    border: `1px solid color-mix(in srgb, ${main} 45%, transparent)`,
    borderLeft: `4px solid ${main}`,
    backgroundColor: `color-mix(in srgb, ${main} 7%, ${paper})`,
    color: severity === 'error' ? main : vars.palette.text.primary,
    '& .MuiButton-outlined': { backgroundColor: paper },
    '& > .text': { flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' },
    '& > .action': { flex: 'none' },
  }
})
