import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, Suspense } from 'react'
import { isTabTransferring } from '../../../workers/shared/transfers.ts'
import { useIsOffline, useServerState } from '../../store/connectivityHooks.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../messages/Banner.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { useLook } from '../theme/look.ts'
import { SealLogo } from './SealLogo.tsx'
import { StatusText } from '../messages/StatusText.tsx'
import { lazyExport } from '../lazy/lazyExport.ts'

/** An installed application whose window controls overlay the page. */
const besideWindowControls = '@media (display-mode: window-controls-overlay)'

/** Lazy: most servers have none. The footer is rendered first, so nothing moves. */
const OperatorLinks = lazyExport(() => import('./OperatorLinks.tsx'), 'OperatorLinks')

interface FrameProps {
  /** Content of the header in place of the logo. It includes the language, which the footer has otherwise. */
  header?: ReactNode
  children: ReactNode
}

export function Frame({ header, children }: FrameProps) {
  const { imprint_url, privacy_url, support } = useLook()
  return (
    <Root>
      <SkipLink
        href="#main"
        onClick={(event) => {
          // Following the link would replace the fragment, which is a key on some pages.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('ui.skip')}
      </SkipLink>
      <Header>
        {header ?? (
          <>
            <SealLogo />
            <HeaderCorner>
              <OfflineMark />
            </HeaderCorner>
          </>
        )}
      </Header>
      <Main id="main" tabIndex={-1}>
        <OtherAnswerNote />
        {children}
      </Main>
      <Footer>
        {(imprint_url ?? privacy_url ?? support) !== null && (
          <Suspense>
            <OperatorLinks />
          </Suspense>
        )}
        {!header && <LanguageChoice />}
      </Footer>
    </Root>
  )
}

/** Has a fixed place on every page, so that nothing moves. */
export function OfflineMark() {
  const offline = useIsOffline()
  return <div role="status">{offline && <StatusText tone="attention">{t('ui.offline')}</StatusText>}</div>
}

/** What no waiting mends: somebody must sign in, or see what it is that answers. */
function OtherAnswerNote() {
  if (useServerState() !== 'replaced') return null
  return (
    <Note>
      <Banner severity="warning" action={<Button onClick={openAnew}>{t('app.openAnew')}</Button>}>
        {t('faults.other-answer')}
      </Banner>
    </Note>
  )
}

/** In another tab during a transfer, which goes on here as soon as the server answers. */
function openAnew() {
  if (isTabTransferring()) window.open('/', '_blank', 'noopener')
  else location.reload()
}

const Note = styled('div')(({ theme: { spacing } }) => ({ padding: spacing(2, 2, 0) }))

const Root = styled('div')({ minHeight: '100dvh', display: 'flex', flexDirection: 'column' })

const SkipLink = styled('a')(({ theme: { vars, spacing, zIndex } }) => ({
  position: 'absolute',
  left: 'calc(env(titlebar-area-x, 0px) + 16px)',
  top: -80,
  zIndex: zIndex.tooltip,
  padding: spacing(1.5),
  borderRadius: vars.shape.borderRadius,
  backgroundColor: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
  fontWeight: 560,
  '&:focus': { top: 8 },
}))

const Header = styled('header')(({ theme: { vars, spacing, breakpoints, zIndex } }) => ({
  borderBottom: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.default,
  height: 56,
  paddingInline: spacing(2),
  [breakpoints.up('sm')]: { paddingInline: spacing(3) },
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  // The header is the window's title bar: it has the height of the controls, and moves the window.
  [besideWindowControls]: {
    position: 'sticky',
    top: 0,
    zIndex: zIndex.appBar,
    height: 'max(var(--titlebar), 32px)',
    paddingLeft: 'calc(env(titlebar-area-x, 0px) + 16px)',
    paddingRight: 'calc(100% - env(titlebar-area-x, 0px) - env(titlebar-area-width, 100%) + 16px)',
    appRegion: 'drag',
    '& a, & button': { appRegion: 'no-drag' },
  },
}))

const Main = styled('main')({ flex: 1, display: 'flex', flexDirection: 'column' })

const Footer = styled('footer')(({ theme: { spacing, breakpoints } }) => ({
  flex: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: spacing(1, 2),
  padding: spacing(1, 2, 2),
  [breakpoints.up('sm')]: { paddingInline: spacing(3) },
  // The language; links stay at the start without it.
  '& > :not(nav)': { marginLeft: 'auto' },
}))

export const HeaderCorner = styled('div')(({ theme }) => ({
  ...theme.typography.small,
  display: 'flex',
  flex: 'none',
  marginLeft: 'auto',
  alignItems: 'center',
  '& > *:not(:empty)': { marginLeft: theme.spacing(1) },
}))
