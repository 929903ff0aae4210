import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { LoginResponse } from '../../../contract/schemas/auth.ts'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { useSignOutPending } from '../../session/pendingSignOut.ts'
import { prepareFirstPair } from '../../session/firstPairWrapper.ts'
import {
  enterSession,
  redirectToProvider,
  submitLoginCode,
  submitLoginPassword,
} from '../../session/session.ts'
import { selectNeedsOwner } from '../../saving/savingSlice.ts'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { notificationClosed } from '../../store/notifications.ts'
import { useIsOffline } from '../../store/connectivity.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Page } from '../../ui/Page.tsx'
import { CodeForm } from './CodeForm.tsx'
import { initialLoginAt, loginReducer, readLoginResponse } from './loginSteps.ts'
import { outcomeText } from './outcomeTexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { IdentityProviderStep } from './IdentityProviderStep.tsx'
import { useSignInMethods } from './useSignInMethods.ts'

interface LoginPageProps {
  /** True if the last session expired. */
  expired: boolean
  /** Outcome of a sign-in with the provider that returns to this page. */
  outcome: SignInOutcome | null
  /** Path to return to after a sign-in with the provider. */
  to: string | undefined
}

/** Login form. The route redirects once a session exists. */
export function LoginPage({ expired, outcome, to }: LoginPageProps) {
  const [login, dispatch] = useReducer(loginReducer, outcome === 'code' ? 'code' : 'password', initialLoginAt)
  const signIn = useSignInMethods()
  const secretInput = useRef<HTMLInputElement>(null)

  const failure = useFailureToast()

  function fail(message: () => string) {
    dispatch({ type: 'failed', message })
    failure.show(message())
    secretInput.current?.select()
  }

  async function send(call: () => Promise<LoginResponse>, password?: string) {
    dispatch({ type: 'sent' })
    failure.close()
    try {
      const outcome = readLoginResponse(login.step, await call())
      if ('user' in outcome) {
        enterSession(outcome.user)
        if (password !== undefined) prepareFirstPair(outcome.user, password)
      } else if ('error' in outcome) fail(() => outcome.error)
      else dispatch({ type: 'codeAsked', username: outcome.codeFor })
    } catch (error) {
      fail(() => errorText(error))
    }
  }

  const outcomeMessage = outcome && outcomeText(outcome)
  const message = login.error ? (
    <Typography variant="body2" role="alert" color="error">
      {login.error()}
    </Typography>
  ) : login.step !== 'password' ? null : outcomeMessage ? (
    <Banner severity="warning">{outcomeMessage}</Banner>
  ) : (
    expired && <Banner severity="warning">{t('faults.sessionExpired')}</Banner>
  )

  const byPassword = (isSecond: boolean) => (
    <PasswordForm
      message={isSecond && !login.error ? null : message}
      waiting={login.waiting}
      initialUsername={login.username}
      passwordInput={secretInput}
      isSecond={isSecond}
      onSend={(username, password) => void send(() => submitLoginPassword(username, password), password)}
    />
  )

  return (
    <Page title={t('login.title')} width="narrow">
      <Notes />
      {login.step === 'password' ? (
        signIn &&
        (signIn.provider === null ? (
          byPassword(false)
        ) : (
          <IdentityProviderStep
            message={login.error ? null : message}
            provider={signIn.provider}
            passwordIsOperatorOnly={signIn.passwords === 'operator'}
            onSignInWithProvider={() =>
              void redirectToProvider(to).catch((error: unknown) => fail(() => errorText(error)))
            }
          >
            {byPassword(true)}
          </IdentityProviderStep>
        ))
      ) : (
        <CodeForm
          message={message}
          waiting={login.waiting}
          username={login.username}
          codeInput={secretInput}
          onSend={(code) => void send(() => submitLoginCode(login.username, code))}
          onPreferPassword={() => dispatch({ type: 'passwordPreferred' })}
        />
      )}
    </Page>
  )
}

/** Shows the last error until the next attempt or until the page is left, but not within the session. */
function useFailureToast() {
  const dispatch = useAppDispatch()
  const shown = useRef<string | null>(null)
  const close = useCallback(() => {
    if (shown.current !== null) dispatch(notificationClosed(shown.current))
    shown.current = null
  }, [dispatch])
  useEffect(() => close, [close])
  return { show: (message: string) => void (shown.current = notify('error', message)), close }
}

/** Notes to read before signing in. */
function Notes() {
  const offline = useIsOffline()
  const isSignOutPending = useSignOutPending()
  const downloadWaits = useAppSelector(selectNeedsOwner)
  return (
    <Above>
      {isSignOutPending && <Banner severity="warning">{t('login.signOutOwed')}</Banner>}
      {offline && <Banner severity="info">{t('login.offline')}</Banner>}
      {downloadWaits && <Banner severity="info">{t('login.downloadWaits')}</Banner>}
    </Above>
  )
}

const Above = styled('div')(({ theme }) => ({ '& > *': { marginBottom: theme.spacing(2) } }))
