import { styled } from '@mui/material/styles'
import { SealMark } from './SealMark.tsx'

/** The mark and the name. */
export function SealLogo() {
  return (
    <Logo>
      <SealMark size={26} />
      Sealpost
    </Logo>
  )
}

const Logo = styled('span')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.brand,
  display: 'inline-flex',
  alignItems: 'center',
  gap: spacing(1.25),
  color: vars.palette.text.primary,
}))
