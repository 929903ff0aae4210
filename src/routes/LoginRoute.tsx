import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isSignInOutcome } from '../../contract/signInOutcomes.ts'
import { LoginPage } from '../features/login/LoginPage.tsx'
import { checkSession, notifySignedIn, useSession } from '../session/session.ts'
import { useOnReconnect } from '../store/connectivityHooks.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { t } from '../../i18n/t.ts'
import { captureInstallPrompt } from '../ui/page/installPrompt.ts'
import { LoadingText } from '../ui/messages/LoadingText.tsx'

/** The login page. Signed-in users are redirected to the page that they asked for, or to the dashboard. */
export function LoginRoute() {
  useLanguage()
  const session = useSession()
  // Browsers make their offer once a page, which may be before the menu that has it.
  useEffect(() => captureInstallPrompt(), [])
  const { redirect, sso } = useSearch({ from: '/public/login' })
  const outcome = isSignInOutcome(sso) ? sso : null
  const hasArrived = outcome === 'done' && session.status === 'authenticated'
  useEffect(() => void checkSession(), [])
  const router = useRouter()
  // While the person types.
  useEffect(
    () => void router.preloadRoute({ to: redirect ?? '/dashboard' }).catch(() => undefined),
    [router, redirect],
  )
  useEffect(() => {
    if (hasArrived) notifySignedIn()
  }, [hasArrived])
  useOnReconnect(session.status === 'offline', () => void checkSession())
  if (session.status === 'authenticated') return <Navigate to={redirect ?? '/dashboard'} replace />
  if (outcome === 'done' && session.status !== 'anonymous')
    return <LoadingText>{t('login.signingIn')}</LoadingText>
  const expired = session.status === 'anonymous' && session.reason === 'expired'
  return <LoginPage expired={expired} outcome={outcome} to={redirect} />
}
