import { styled } from '@mui/material/styles'
import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  value: string
  /** Accessible name: the target of the code. */
  label: string
  /** In pixels. */
  size: number
}

/** A QR code of level M, dark on white in both schemes, inside the required quiet zone. */
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
