import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useReducer, useRef, useState } from 'react'
import type { LoginAnswer } from '../../../contract/auth.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { enterSession, sendCode, sendPassword } from '../../session/session.ts'
import { useSignOutOwed } from '../../session/owedSignOut.ts'
import { notify } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { cleanCode, initialLogin, isCode, loginReducer, readLoginAnswer } from './loginSteps.ts'

/** Whoever enters the session is led away by the route. `expired`: the last session ended by itself. */
export function LoginPage({ expired }: { expired: boolean }) {
  const [login, dispatch] = useReducer(loginReducer, initialLogin)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const secretInput = useRef<HTMLInputElement>(null)
  const offline = useOffline()
  const signOutOwed = useSignOutOwed()

  function fail(message: string) {
    dispatch({ type: 'failed', message })
    notify('error', message)
    secretInput.current?.select()
  }

  async function send(event: SubmitEvent, call: () => Promise<LoginAnswer>) {
    event.preventDefault()
    dispatch({ type: 'sent' })
    try {
      const outcome = readLoginAnswer(login.step, await call())
      if ('user' in outcome) enterSession(outcome.user)
      else if ('error' in outcome) fail(outcome.error)
      else {
        setPassword('')
        dispatch({ type: 'codeAsked', username: outcome.codeFor })
      }
    } catch (error) {
      fail(errorMessage(error))
    }
  }

  function preferPassword() {
    setPassword('')
    setCode('')
    dispatch({ type: 'passwordPreferred' })
  }

  const message = login.error ? (
    <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
      {login.error}
    </Typography>
  ) : (
    expired &&
    login.step === 'password' && <Banner severity="warning">Session expired. Please login again.</Banner>
  )

  return (
    <Page title="Admin Login" width="narrow">
      {signOutOwed && (
        <Box sx={{ mb: 2 }}>
          <Banner severity="warning">
            You are signed out on this device, but the server has not heard of it yet. Your session there ends
            as soon as this browser can reach it, before anything else; without that, 12 hours after it was
            last used.
          </Banner>
        </Box>
      )}
      {offline && (
        <Box sx={{ mb: 2 }}>
          <Banner severity="info">You are offline. You can sign in as soon as the server answers.</Banner>
        </Box>
      )}
      {login.step === 'password' ? (
        <Panel
          component="form"
          onSubmit={(event) => void send(event, () => sendPassword(username, password))}
        >
          <Stack sx={{ gap: 2.5 }}>
            {message}
            <TextInput
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus={username === ''}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
            <PasswordField
              label="Password"
              name="password"
              ref={secretInput}
              autoComplete="current-password"
              required
              autoFocus={username !== ''}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" variant="contained" size="large" disabled={login.waiting}>
              {login.waiting ? 'Checking...' : 'Sign In'}
            </Button>
          </Stack>
        </Panel>
      ) : (
        <Panel component="form" onSubmit={(event) => void send(event, () => sendCode(login.username, code))}>
          <Stack sx={{ gap: 2.5 }}>
            {message}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Enter the code that your authenticator app shows for <strong>{login.username}</strong>.
            </Typography>
            <TextInput
              label="Authenticator code"
              name="code"
              ref={secretInput}
              autoComplete="one-time-code"
              required
              autoFocus
              value={code}
              onChange={(event) => setCode(cleanCode(event.target.value))}
              inputMode="numeric"
              maxLength={6}
              sx={{ '& input': { fontSize: '1.25rem', letterSpacing: '0.3em' } }}
            />
            <Button type="submit" variant="contained" size="large" disabled={login.waiting || !isCode(code)}>
              {login.waiting ? 'Verifying...' : 'Verify Code'}
            </Button>
            <Link
              component="button"
              type="button"
              variant="body2"
              onClick={preferPassword}
              sx={{ alignSelf: 'center' }}
            >
              Enter password instead?
            </Link>
          </Stack>
        </Panel>
      )}
    </Page>
  )
}
