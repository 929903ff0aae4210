import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { LoginPasswordField } from '../ui/LoginPasswordField.tsx'
import { Explanation } from '../ui/Explanation.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { KeyForm } from './KeyForm.tsx'
import { useOwnText } from './useOwnText.ts'

/** Null without a recovery code. */
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
      {t('session.useCode')}
    </Link>
  )

interface EnterPasswordProps {
  username: string
  purpose: string | undefined
  busy: boolean
  onClose: () => void
  onEnter: (password: string) => void
  onByCode: ByCode
  /** Other ways, below the password. */
  children: ReactNode
}

export function EnterPassword(props: EnterPasswordProps) {
  const { username, purpose, busy, onClose, onEnter, onByCode, children } = props
  const [password, setPassword] = useState('')
  const ownText = useOwnText()

  return (
    <KeyForm onSubmit={() => password !== '' && onEnter(password)}>
      <DialogContent>
        <Explanation sx={{ mb: 2 }}>
          {t('session.passwordText', { purpose: purpose ?? t('session.purpose') })}
        </Explanation>
        <LoginPasswordField
          username={username}
          label={ownText('session.password')}
          readOnly={busy}
          value={password}
          onChange={setPassword}
        />
        {children}
        <UseCode onByCode={onByCode} disabled={busy} />
      </DialogContent>
      <DialogActions>
        <CancelButton onClick={onClose} />
        <BusyButton type="submit" variant="contained" busy={busy} disabled={password === ''}>
          {t(busy ? 'session.unlocking' : 'session.unlock')}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}
