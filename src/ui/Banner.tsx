import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface BannerProps {
  severity: 'error' | 'warning' | 'info' | 'success'
  children: ReactNode
  /** What to do about it. */
  action?: ReactNode
}

/** What the user has to know on this screen. Errors and warnings are announced as they appear. */
export function Banner({ severity, children, action }: BannerProps) {
  return (
    <Box
      role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        px: 2,
        py: 1.25,
        borderRadius: 1,
        border: '1px solid',
        borderLeftWidth: 4,
        fontSize: theme.typography.body2.fontSize,
        lineHeight: 1.5,
        borderColor: `color-mix(in srgb, ${theme.vars.palette[severity].main} 45%, transparent)`,
        borderLeftColor: theme.vars.palette[severity].main,
        backgroundColor: `color-mix(in srgb, ${theme.vars.palette[severity].main} 7%, ${theme.vars.palette.background.paper})`,
        '& .MuiButton-outlined': { backgroundColor: theme.vars.palette.background.paper },
        color: severity === 'error' ? theme.vars.palette.error.main : theme.vars.palette.text.primary,
      })}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      {action && <Box sx={{ flex: 'none' }}>{action}</Box>}
    </Box>
  )
}
