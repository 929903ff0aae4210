import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { BusyButton } from '../ui/BusyButton.tsx'
import { OwnPassword } from '../ui/OwnPassword.tsx'
import { KeyForm } from './KeyForm.tsx'
import { useOwnWords } from './ownWords.ts'

/** Null where there is no recovery code. */
export type ByCode = (() => void) | null

export const UseCode = ({ onByCode, disabled = false }: { onByCode: ByCode; disabled?: boolean }) =>
  onByCode && (
    <Link
      component="button"
      type="button"
      variant="body2"
      disabled={disabled}
      sx={{ mt: 2 }}
      onClick={onByCode}
    >
      Use the recovery code instead
    </Link>
  )

interface EnterPasswordProps {
  username: string
  purpose: string | undefined
  busy: boolean
  onClose: () => void
  onEnter: (password: string) => void
  onByCode: ByCode
}

export function EnterPassword({ username, purpose, busy, onClose, onEnter, onByCode }: EnterPasswordProps) {
  const [password, setPassword] = useState('')
  const say = useOwnWords()

  return (
    <KeyForm onSubmit={() => password !== '' && onEnter(password)}>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {purpose ?? 'Your private key is needed to decrypt files.'} Your password opens it in this browser
          and is not sent to the server.
        </Typography>
        <OwnPassword
          username={username}
          label={say('Login password')}
          readOnly={busy}
          value={password}
          onChange={setPassword}
        />
        <UseCode onByCode={onByCode} disabled={busy} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" variant="contained" busy={busy} disabled={password === ''}>
          {busy ? 'Unlocking...' : 'Unlock'}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}
