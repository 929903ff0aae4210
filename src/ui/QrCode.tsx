import { styled } from '@mui/material/styles'
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
    <QuietZone>
      <QRCodeSVG
        value={value}
        size={size}
        level="M"
        boostLevel={false}
        role="img"
        aria-label={label}
        style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
      />
    </QuietZone>
  )
}

const QuietZone = styled('div')(({ theme: { vars, spacing } }) => ({
  backgroundColor: '#ffffff',
  padding: spacing(1.5),
  borderRadius: vars.shape.borderRadius,
  width: 'fit-content',
  maxWidth: '100%',
  border: `1px solid ${vars.palette.divider}`,
}))
