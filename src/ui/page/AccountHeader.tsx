import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productName } from '../../../contract/shownLook.ts'
import { t } from '../../../i18n/t.ts'
import { HeaderCorner, OfflineMark } from './Frame.tsx'
import { useLook } from '../theme/look.ts'
import { SealLogo } from './SealLogo.tsx'
import { focusRing } from '../theme/theme.ts'

interface AccountHeaderProps {
  /** Called with the place for the breadcrumb of the page; see `BreadcrumbSlotContext`. */
  onBreadcrumbSlot: (place: HTMLElement | null) => void
  children: ReactNode
}

export function AccountHeader({ onBreadcrumbSlot, children }: AccountHeaderProps) {
  const { name } = useLook()
  return (
    <>
      <HomeLink to="/dashboard" aria-label={t('ui.toStartPage', { name: name ?? productName })}>
        <SealLogo />
      </HomeLink>
      <Breadcrumb ref={onBreadcrumbSlot} />
      <HeaderCorner>
        <OfflineMark />
        {children}
      </HeaderCorner>
    </>
  )
}

const HomeLink = styled(Link)(({ theme: { vars, breakpoints } }) => ({
  display: 'flex',
  minWidth: 0,
  textDecoration: 'none',
  borderRadius: vars.shape.borderRadius,
  '&:focus-visible': { ...focusRing, outlineOffset: 4 },
  // Phones have no room for the name beside a breadcrumb.
  [breakpoints.down('sm')]: { '&:has(+ :not(:empty)) span > span': { display: 'none' } },
}))

const Breadcrumb = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  minWidth: 0,
  flex: '1 1 auto',
  paddingLeft: spacing(1),
  [breakpoints.up('sm')]: { paddingLeft: spacing(2) },
}))
