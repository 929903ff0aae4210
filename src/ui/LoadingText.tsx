import Box from '@mui/material/Box'
import { SealMark } from './SealMark.tsx'

/**
 * What a screen says while it waits. The words are there at once for screen readers and appear after 200 ms, so that
 * a fast answer never flickers.
 */
export function LoadingText({ children }: { children: string }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        flex: 1,
        minHeight: 240,
        color: 'text.secondary',
        fontSize: '0.875rem',
        animation: 'loading-text 160ms ease-out 200ms backwards',
        '@keyframes loading-text': { from: { opacity: 0 } },
        '& svg': { animation: 'loading-mark 1.6s ease-in-out infinite alternate' },
        '@keyframes loading-mark': { from: { opacity: 0.35 } },
      }}
    >
      <SealMark size={20} />
      <span>{children}</span>
    </Box>
  )
}
