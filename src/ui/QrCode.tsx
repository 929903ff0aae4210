import Box from '@mui/material/Box'
import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  value: string
  /** What it leads to, for who does not see it. */
  label: string
  /** Pixels. */
  size: number
}

/** Error correction level M. Dark on white in both themes, inside the quiet zone that readers need. */
export function QrCode({ value, label, size }: QrCodeProps) {
  return (
    <Box
      sx={{
        bgcolor: '#ffffff',
        p: 1.5,
        borderRadius: 1,
        width: 'fit-content',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <QRCodeSVG
        value={value}
        size={size}
        level="M"
        boostLevel={false}
        role="img"
        aria-label={label}
        style={{ display: 'block' }}
      />
    </Box>
  )
}
