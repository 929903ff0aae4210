import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { logoSize, productName } from '../../../contract/shownLook.ts'
import { shownText } from '../../../contract/shownText.ts'
import { useLook } from '../theme/look.ts'
import { SealMark } from './SealMark.tsx'

export function SealLogo() {
  const { name, logo, isKnown } = useLook()
  // Path of a logo that could not be loaded, such as offline.
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <Logo>
      {logo === null || logo.path === missing ? (
        <SealMark size={26} />
      ) : (
        <img src={logo.path} alt="" {...logoSize(logo)} onError={() => setMissing(logo.path)} />
      )}
      <span
        title={name === null ? undefined : shownText(name)}
        style={isKnown ? undefined : { visibility: 'hidden' }}
      >
        {shownText(name ?? productName)}
      </span>
    </Logo>
  )
}

const Logo = styled('span')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.brand,
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  gap: spacing(1.25),
  color: vars.palette.text.primary,
  '& > img': { flex: 'none' },
  // The header has space for two lines; longer names are truncated.
  '& > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    lineHeight: 1.2,
    overflowWrap: 'anywhere',
  },
}))
