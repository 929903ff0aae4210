import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { LoginResponse } from '../../../contract/schemas/auth.ts'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { callApi, type ResponseOf } from '../../api/client.ts'
import { useSignOutPending } from '../../session/pendingSignOut.ts'
import {
  enterSession,
  redirectToSignInProvider,
  submitLoginCode,
  submitLoginPassword,
} from '../../session/session.ts'
import {
  dropSignInPassword,
  holdSignInPassword,
  openKeyAtSignIn,
  takeSignInPassword,
} from '../../session/signInPassword.ts'
import { selectNeedsOwner } from '../../saving/savingSlice.ts'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useIsMounted } from '../../ui/hooks/useIsMounted.ts'
import { notificationClosed } from '../../store/notifications.ts'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { CodeForm } from './CodeForm.tsx'
import { initialLoginAt, loginReducer, readLoginResponse } from './loginSteps.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { IdentityProviderStep } from './IdentityProviderStep.tsx'

interface LoginPageProps {
  expired: boolean
  /** Outcome of a sign-in with the provider that returns to this page. */
  outcome: SignInOutcome | null
  /** Path to return to after a sign-in with the provider. */
  to: string | undefined
}

/** Login form. The route redirects once a session exists. */
export function LoginPage({ expired, outcome, to }: LoginPageProps) {
  const [login, dispatch] = useReducer(loginReducer, outcome === 'code' ? 'code' : 'password', initialLoginAt)
  const signInMethods = useSignInMethods()
  const secretInput = useRef<HTMLInputElement>(null)
  const failure = useFailureToast()

  function showFailure(message: () => string) {
    dispatch({ type: 'failed', message })
    failure.show(message())
    secretInput.current?.select()
  }

  const isMounted = useIsMounted()
  useEffect(() => {
    window.addEventListener('pagehide', dropSignInPassword)
    return () => {
      window.removeEventListener('pagehide', dropSignInPassword)
      dropSignInPassword()
    }
  }, [])

  /** @param typed the password; null if it was typed for an earlier response */
  async function send(call: () => Promise<LoginResponse>, username: string, typed: string | null) {
    dispatch({ type: 'sent' })
    failure.close()
    try {
      const outcome = readLoginResponse(login.step, await call())
      if ('user' in outcome) {
        const password = typed ?? takeSignInPassword(username)
        enterSession(outcome.user)
        if (password !== null) openKeyAtSignIn(outcome.user, password)
      } else if ('error' in outcome) {
        dropSignInPassword()
        showFailure(() => outcome.error)
      } else {
        if (typed !== null && isMounted()) holdSignInPassword(outcome.codeFor, typed)
        dispatch({ type: 'codeAsked', username: outcome.codeFor })
      }
    } catch (error) {
      // After a wrong code another may be typed.
      if (faultOf(error).code !== 'badCode') dropSignInPassword()
      showFailure(() => errorText(error))
    }
  }

  const outcomeKey = outcome && outcomeTexts[outcome]
  const message = login.error ? (
    <Typography variant="body2" role="alert" color="error">
      {login.error()}
    </Typography>
  ) : login.step !== 'password' ? null : outcomeKey ? (
    <Banner severity="warning">{t(outcomeKey)}</Banner>
  ) : (
    expired && <Banner severity="warning">{t('faults.sessionExpired')}</Banner>
  )

  const passwordForm = (isBelowProviders: boolean) => (
    <PasswordForm
      message={isBelowProviders && !login.error ? null : message}
      waiting={login.waiting}
      initialUsername={login.username}
      passwordInput={secretInput}
      isBelowProviders={isBelowProviders}
      onSend={(username, password) =>
        void send(() => submitLoginPassword(username, password), username, password)
      }
    />
  )

  return (
    <Page title={t('login.title')} width="narrow">
      <LoginNotes />
      {login.step === 'password' ? (
        signInMethods &&
        (signInMethods.provider === null ? (
          passwordForm(false)
        ) : (
          <IdentityProviderStep
            message={login.error ? null : message}
            provider={signInMethods.provider}
            passwordIsOperatorOnly={signInMethods.passwords === 'operator'}
            onSignInWithProvider={() =>
              void redirectToSignInProvider(to).catch((error: unknown) => showFailure(() => errorText(error)))
            }
          >
            {passwordForm(true)}
          </IdentityProviderStep>
        ))
      ) : (
        <CodeForm
          message={message}
          waiting={login.waiting}
          username={login.username}
          codeInput={secretInput}
          onSend={(code) => void send(() => submitLoginCode(login.username, code), login.username, null)}
          onPreferPassword={() => {
            dropSignInPassword()
            dispatch({ type: 'passwordPreferred' })
          }}
        />
      )}
    </Page>
  )
}

/** Messages of a sign-in with the provider that ended without a session. */
const outcomeTexts = {
  done: 'login.outcomeDone',
  code: null,
  linked: null,
  cancelled: 'login.outcomeCancelled',
  unknown: 'login.outcomeUnknown',
  taken: null,
  ended: 'login.outcomeEnded',
  clock: 'login.outcomeClock',
  refused: 'login.outcomeRefused',
  unavailable: 'login.outcomeUnavailable',
  misconfigured: 'login.outcomeMisconfigured',
  busy: 'login.outcomeBusy',
} as const satisfies Record<SignInOutcome, TextKey | null>

type SignInMethods = ResponseOf<'getSignIn'>

/** Returns the available ways to sign in, the password alone if the server does not respond; null until known. */
function useSignInMethods(): SignInMethods | null {
  const isOffline = useIsOffline()
  const [signInMethods, setSignInMethods] = useState<SignInMethods | null>(null)
  useEffect(() => {
    let isOver = false
    const setIfMounted = (response: SignInMethods) => {
      if (!isOver) setSignInMethods(response)
    }
    callApi('getSignIn').then(setIfMounted, () => setIfMounted({ provider: null, passwords: 'everybody' }))
    return () => void (isOver = true)
  }, [isOffline])
  return signInMethods
}

/** Shows the last error until the next attempt or until the page is left, but not within the session. */
function useFailureToast() {
  const dispatch = useAppDispatch()
  const shownId = useRef<string | null>(null)
  const close = useCallback(() => {
    if (shownId.current !== null) dispatch(notificationClosed(shownId.current))
    shownId.current = null
  }, [dispatch])
  useEffect(() => close, [close])
  return { show: (message: string) => void (shownId.current = notify('error', message)), close }
}

function LoginNotes() {
  const isOffline = useIsOffline()
  const isSignOutPending = useSignOutPending()
  const downloadWaits = useAppSelector(selectNeedsOwner)
  return (
    <NoteList>
      {isSignOutPending && <Banner severity="warning">{t('login.signOutOwed')}</Banner>}
      {isOffline && <Banner severity="info">{t('login.offline')}</Banner>}
      {downloadWaits && <Banner severity="info">{t('login.downloadWaits')}</Banner>}
    </NoteList>
  )
}

const NoteList = styled('div')(({ theme }) => ({ '& > *': { marginBottom: theme.spacing(2) } }))
