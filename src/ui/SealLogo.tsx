import Box from '@mui/material/Box'
import { SealMark } from './SealMark.tsx'

/** The mark and the name. */
export function SealLogo() {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25, color: 'text.primary' }}
    >
      <SealMark size={26} />
      <Box component="span" sx={{ fontSize: '1.0625rem', fontWeight: 650, letterSpacing: '-0.02em' }}>
        Sealpost
      </Box>
    </Box>
  )
}
