import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { logoSize, productName } from '../../contract/shownLook.ts'
import { shownText } from '../../contract/shownText.ts'
import { useLook } from './look.ts'
import { SealMark } from './SealMark.tsx'

/** The mark and the name, or those of the operator. */
export function SealLogo() {
  const { name, logo } = useLook()
  // Without a network it may not be there.
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <Logo>
      {logo === null || logo.path === missing ? (
        <SealMark size={26} />
      ) : (
        <img src={logo.path} alt="" {...logoSize(logo)} onError={() => setMissing(logo.path)} />
      )}
      {name === null ? <span>{productName}</span> : <span title={shownText(name)}>{shownText(name)}</span>}
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
  // A long name on a phone has two lines, which the header is high enough for, and shows where there is more of it.
  '& > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    lineHeight: 1.2,
    overflowWrap: 'anywhere',
  },
}))
