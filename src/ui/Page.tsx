import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { shownText } from '../../contract/shownText.ts'

const widths = { narrow: 440, stranger: 720, form: 720, wide: 1320 } as const

interface PageProps {
  /** The heading, and the name of the tab. */
  title: string
  /** Before the name of the tab: what somebody looking at another tab wants to see. */
  tabStatus?: string | undefined
  width: keyof typeof widths
  /** Above the heading: the way back. */
  back?: ReactNode
  /** Below the heading. */
  subtitle?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  children?: ReactNode
}

/** A screen: its heading, what can be done with the whole of it, and its content. */
export function Page({ tabStatus, width, back, subtitle, actions, children, ...named }: PageProps) {
  const title = shownText(named.title)
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: widths[width],
        mx: 'auto',
        px: { xs: 2, sm: 3 },
        pt: width === 'narrow' ? { xs: 4, sm: '13vh' } : { xs: 3, sm: 5 },
        pb: 8,
      }}
    >
      <title>{[tabStatus, title, 'Sealpost'].filter(Boolean).join(' · ')}</title>
      {back && <Box sx={{ mb: 1.5 }}>{back}</Box>}
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 2, justifyContent: 'space-between', alignItems: { sm: 'flex-end' }, mb: { xs: 3, sm: 4 } }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere', outline: 'none' }}>
            {title}
          </Typography>
          {subtitle && (
            <Typography variant="body2" component="div" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions && (
          <Stack
            direction="row"
            sx={{ gap: 1, flexWrap: 'wrap', flex: 'none', '& > *': { flex: { xs: '1 1 auto', sm: 'none' } } }}
          >
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  )
}
