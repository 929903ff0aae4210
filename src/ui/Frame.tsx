import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOffline } from '../store/reach.ts'
import { SealLogo } from './SealLogo.tsx'
import { StatusText } from './StatusText.tsx'

/** An installed application whose window has no bar of its own: the buttons of the window lie over the page. */
const besideWindowControls = '@media (display-mode: window-controls-overlay)'

/** The header is the window's bar then: as high as its buttons, beside them, and what one moves the window by. */
const titleBar = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  height: 'max(var(--titlebar), 32px)',
  pl: 'calc(env(titlebar-area-x, 0px) + 16px)',
  pr: 'calc(100% - env(titlebar-area-x, 0px) - env(titlebar-area-width, 100%) + 16px)',
  appRegion: 'drag',
  '& > a, & > button': { appRegion: 'no-drag' },
} as const

/** The outer layout: the header with the logo, and the main content. `home` makes the logo a link. */
export function Frame({ home, children }: { home?: '/dashboard' | '/'; children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="a"
        href="#main"
        onClick={(event) => {
          // What follows the '#' of an address is a key on some pages, and stays.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        sx={{
          position: 'absolute',
          left: 'calc(env(titlebar-area-x, 0px) + 16px)',
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
          [besideWindowControls]: titleBar,
        }}
      >
        {home ? (
          <Box
            component={Link}
            to={home}
            aria-label="Sealpost, to the start page"
            sx={{
              display: 'flex',
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
        <OfflineMark />
      </Box>
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{ outline: 'none', flex: 1, display: 'flex', flexDirection: 'column' }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** On every page, in a place that nothing has to make room for. */
function OfflineMark() {
  const offline = useOffline()
  return (
    <Box role="status" sx={{ ml: 'auto', fontSize: '0.8125rem' }}>
      {offline && <StatusText tone="attention">Offline</StatusText>}
    </Box>
  )
}
