import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { setupTwoFactor, User } from '../../../contract/auth.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { codePattern } from '../../../contract/limits.ts'
import { callApi } from '../../api/client.ts'
import { errorMessage, toFailure } from '../../api/errorCatalogue.ts'
import { loginVerifier, rememberUser } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { mono } from '../../ui/theme.ts'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'

type Setup = CallResponse<typeof setupTwoFactor>

/**
 *     disabled → setup started (secret and QR shown) → code verified → enabled
 *     setup started → 'Cancel Setup' → disabled
 *     enabled → password and confirmation → disabled
 */
export function TwoFactor({ user }: { user: User }) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    setOutcome(null)
    try {
      setSetup(await callApi('setupTwoFactor'))
    } catch (error) {
      setOutcome({ severity: 'error', text: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  function ended(changed: User, text: string) {
    rememberUser(changed)
    setSetup(null)
    setOutcome({ severity: 'success', text })
  }

  return (
    <Section
      title="Two-Factor Authentication"
      intro="Besides your password, signing in then asks for a code from an authenticator app."
    >
      <Box role="status" sx={{ my: 2, fontSize: '0.875rem' }}>
        <Box component="span" sx={{ fontWeight: 560, mr: 1 }}>
          Status
        </Box>
        {user.is_2fa_enabled ? (
          <StatusText tone="good">Enabled</StatusText>
        ) : (
          <StatusText tone="neutral" hollow>
            {setup ? 'Setup started' : 'Disabled'}
          </StatusText>
        )}
      </Box>
      <Stack sx={{ gap: 2 }}>
        <Outcome outcome={outcome} />
        {user.is_2fa_enabled ? (
          <Disable
            user={user}
            onDisabled={(changed) => ended(changed, 'Two-factor authentication is disabled.')}
          />
        ) : setup ? (
          <Verify
            setup={setup}
            onEnabled={(changed) => ended(changed, 'Two-factor authentication is enabled.')}
            onCancel={() => {
              setSetup(null)
              setOutcome(null)
            }}
          />
        ) : (
          <div>
            <Button variant="outlined" disabled={busy} onClick={() => void start()}>
              Enable Two-Factor Authentication
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}

interface VerifyProps {
  setup: Setup
  onEnabled: (user: User) => void
  onCancel: () => void
}

function Verify({ setup, onEnabled, onCancel }: VerifyProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!codePattern.test(code)) return
    setBusy(true)
    try {
      onEnabled((await callApi('enableTwoFactor', { body: { code } })).user)
    } catch (failure) {
      setBusy(false)
      setError(errorMessage(failure))
      setTimeout(() => input.current?.select())
    }
  }

  return (
    <form noValidate aria-label="Verify authenticator code" onSubmit={(event) => void submit(event)}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, alignItems: 'flex-start' }}>
        <QrCode value={setup.otp_uri} size={160} label="QR code for your authenticator app" />
        <Stack sx={{ gap: 2, flex: 1, minWidth: 0, width: '100%' }}>
          <div>
            <Typography variant="body2">
              Scan the code with your authenticator app, or type this secret into it:
            </Typography>
            <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', mt: 1, flexWrap: 'wrap' }}>
              <Box
                component="code"
                sx={{ fontFamily: mono, fontSize: '0.875rem', overflowWrap: 'anywhere', minWidth: 0 }}
              >
                {setup.secret}
              </Box>
              <CopyButton label="Copy secret" failure="Failed to copy secret." text={setup.secret} />
            </Stack>
          </div>
          <TextField
            label="Code from the app"
            name="code"
            inputRef={input}
            autoComplete="one-time-code"
            autoFocus
            required
            disabled={busy}
            value={code}
            error={error !== null}
            helperText={error ?? 'Six digits.'}
            onChange={(event) => {
              setCode(event.target.value.replace(/[^0-9]/g, '').slice(0, 6))
              setError(null)
            }}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
            sx={{ maxWidth: 240 }}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button type="submit" variant="contained" disabled={busy || !codePattern.test(code)}>
              {busy ? 'Verifying...' : 'Verify Code'}
            </Button>
            <Button variant="outlined" disabled={busy} onClick={onCancel}>
              Cancel Setup
            </Button>
          </Stack>
        </Stack>
      </Stack>
    </form>
  )
}

function Disable({ user, onDisabled }: { user: User; onDisabled: (user: User) => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (error !== null && !busy) input.current?.select()
  }, [busy, error])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (password === '') setError('Enter your current password.')
    else setAsking(true)
  }

  async function disable() {
    setAsking(false)
    setBusy(true)
    try {
      const verifier = await loginVerifier(user.username, password)
      onDisabled((await callApi('disableTwoFactor', { body: { password: verifier } })).user)
    } catch (failure) {
      setBusy(false)
      setError(toFailure(failure).message)
    }
  }

  return (
    <form noValidate aria-label="Disable two-factor authentication" onSubmit={submit}>
      <UsernameHint username={user.username} />
      <Stack sx={{ gap: 2 }}>
        <PasswordField
          label="Current password"
          name="password"
          ref={input}
          autoComplete="current-password"
          required
          disabled={busy}
          value={password}
          error={error !== null}
          helperText={error}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(null)
          }}
        />
        <div>
          <Button type="submit" variant="outlined" color="error" disabled={busy}>
            {busy ? 'Disabling...' : 'Disable Two-Factor Authentication'}
          </Button>
        </div>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Disable two-factor authentication?"
        confirmLabel="Disable"
        destructive
        onConfirm={() => void disable()}
        onCancel={() => setAsking(false)}
      >
        Your password alone will then be enough to sign in.
      </ConfirmDialog>
    </form>
  )
}
