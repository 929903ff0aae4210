import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage, keyTexts, toFailure } from '../../api/errorCatalogue.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { notify } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { type KeySize, keySizes, makeKeyPair, type NewKeyPair } from './newKeyPair.ts'

interface GenerateKeyFormProps {
  username: string
  /** There is no pair yet: this is what to do here. */
  first: boolean
  onGenerated: (pair: NewKeyPair) => void
}

/** Password, confirmation, then the pair is made and sealed; nothing reaches the server before the next dialog. */
export function GenerateKeyForm({ username, first, onGenerated }: GenerateKeyFormProps) {
  const [bits, setBits] = useState<KeySize>(2048)
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const headingId = useId()
  const passwordInput = useRef<HTMLInputElement>(null)

  // While it is disabled it cannot take the focus.
  useEffect(() => {
    if (passwordError !== null && !busy) passwordInput.current?.select()
  }, [busy, passwordError])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (password === '') setPasswordError(keyTexts.passwordRequired)
    else setAsking(true)
  }

  function cancel() {
    setAsking(false)
    notify('info', keyTexts.generationCancelled)
  }

  async function generate() {
    setAsking(false)
    setBusy(true)
    try {
      await confirmLoginPassword(username, password)
      onGenerated(await makeKeyPair(bits, password))
      setPassword('')
    } catch (error) {
      const { status } = toFailure(error)
      if (status === 401) setPasswordError(errorMessage(error))
      notify('error', status === 401 ? errorMessage(error) : keyTexts.generationFailed(errorMessage(error)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={submit}>
      <Typography variant="h3" id={headingId}>
        Generate New Key Pair
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        The pair is made in this browser. Your login password seals the private key, so that the server stores
        only what it cannot open.
      </Typography>
      <UsernameHint username={username} />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
        <TextField
          select
          label="Key size"
          name="keySize"
          value={bits}
          disabled={busy}
          onChange={(event) => setBits(Number(event.target.value) as KeySize)}
          slotProps={{ select: { native: true } }}
          sx={{ flex: '0 0 auto', width: { xs: '100%', sm: 200 } }}
        >
          {keySizes.map((size) => (
            <option key={size} value={size}>
              {size === 2048 ? `RSA ${size} bits (default)` : `RSA ${size} bits`}
            </option>
          ))}
        </TextField>
        <PasswordField
          label="Current login password"
          name="password"
          ref={passwordInput}
          autoComplete="current-password"
          required
          disabled={busy}
          value={password}
          error={passwordError !== null}
          helperText={passwordError}
          onChange={(event) => {
            setPassword(event.target.value)
            setPasswordError(null)
          }}
        />
      </Stack>
      <Button type="submit" variant={first ? 'contained' : 'outlined'} disabled={busy} sx={{ mt: 2.5 }}>
        {busy ? 'Generating...' : 'Generate New Key Pair'}
      </Button>
      <ConfirmDialog
        open={asking}
        title="Generate a new key pair?"
        confirmLabel="Generate"
        onConfirm={() => void generate()}
        onCancel={cancel}
      >
        {first && 'If you have not had a key pair here before, nothing can be lost. '}
        Files that were encrypted for an older key pair become inaccessible without the backup of that pair.
        {first ? ' Three steps follow.' : ' Make sure that you have its backup file before you go on.'}
      </ConfirmDialog>
    </form>
  )
}
