import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SealLogo } from './SealLogo.tsx'

/** The outer layout: the header with the logo, and the main content. `home` makes the logo a link. */
export function Frame({ home, children }: { home?: '/dashboard' | '/'; children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="a"
        href="#main"
        sx={{
          position: 'absolute',
          left: 16,
          top: -80,
          zIndex: 'tooltip',
          p: 1.5,
          borderRadius: 1,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          fontWeight: 560,
          '&:focus': { top: 8 },
        }}
      >
        Skip to content
      </Box>
      <Box
        component="header"
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.default',
          height: 56,
          px: { xs: 2, sm: 3 },
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
        }}
      >
        {home ? (
          <Box
            component={Link}
            to={home}
            aria-label="Sealpost, to the start page"
            sx={{
              textDecoration: 'none',
              borderRadius: 1,
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 4 },
            }}
          >
            <SealLogo />
          </Box>
        ) : (
          <SealLogo />
        )}
      </Box>
      <Box component="main" id="main" sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
        {children}
      </Box>
    </Box>
  )
}
