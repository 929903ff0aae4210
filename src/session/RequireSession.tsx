import Button from '@mui/material/Button'
import { Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useOnReconnect, useServerState } from '../store/connectivityHooks.ts'
import { faultText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { LoadingText } from '../ui/messages/LoadingText.tsx'
import { Page } from '../ui/page/Page.tsx'
import { checkSession, useSession } from './session.ts'

/** Guards the account pages. @param isReadableOffline the page can show stored lists while the server is unreachable */
export function RequireSession({
  isReadableOffline,
  children,
}: {
  isReadableOffline: boolean
  children: ReactNode
}) {
  const session = useSession()
  const serverState = useServerState()
  const requested = useLocation({ select: ({ href }) => href })

  useEffect(() => void checkSession(), [])

  useOnReconnect(session.status === 'offline', () => void checkSession())

  if (isReadableOffline && 'offlineUser' in session && session.offlineUser) return children
  switch (session.status) {
    case 'unchecked':
    case 'checking':
      return <LoadingText>{t('session.loading')}</LoadingText>
    case 'authenticated':
      return children
    case 'anonymous': {
      // The address changes before this component unmounts: '/login' must not become the requested page.
      if (requested.startsWith('/login')) return null
      const search = session.reason === 'signed-out' ? {} : { redirect: requested }
      // The guard of an upload that ends with the session would wait for an answer to a dialog that is gone.
      return <Navigate to="/login" search={search} replace ignoreBlocker />
    }
    case 'offline':
      return (
        <Page title={t(serverState === 'replaced' ? 'app.notShown' : 'session.offline')} width="narrow">
          <Banner
            severity="warning"
            action={
              <Button size="small" onClick={() => void checkSession()}>
                {t('ui.tryAgain')}
              </Button>
            }
          >
            {t('session.notSignedOut', { fault: faultText(session.fault) })}
          </Banner>
        </Page>
      )
  }
}
