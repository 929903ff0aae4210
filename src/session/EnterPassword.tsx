import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { BusyButton } from '../ui/buttons/BusyButton.tsx'
import { LoginPasswordField } from '../ui/fields/LoginPasswordField.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'
import { CancelButton } from '../ui/buttons/CancelButton.tsx'
import { KeyForm } from './KeyForm.tsx'
import { usePasswordText } from './usePasswordText.ts'

/** Null without a recovery code. */
export type OnUseRecoveryCode = (() => void) | null

export const RecoveryCodeLink = ({
  onUseRecoveryCode,
  disabled = false,
}: {
  onUseRecoveryCode: OnUseRecoveryCode
  disabled?: boolean
}) =>
  onUseRecoveryCode && (
    <Link
      component="button"
      type="button"
      variant="body2"
      disabled={disabled}
      sx={{ mt: 2 }}
      onClick={onUseRecoveryCode}
    >
      {t('session.useCode')}
    </Link>
  )

interface EnterPasswordProps {
  username: string
  purpose: string | undefined
  busy: boolean
  /** True while another way is taken: one at a time. */
  isOtherWayBusy: boolean
  onClose: () => void
  onEnter: (password: string) => void
  onUseRecoveryCode: OnUseRecoveryCode
  /** Other ways, below the password. */
  children: ReactNode
}

export function EnterPassword(props: EnterPasswordProps) {
  const { username, purpose, busy, isOtherWayBusy, onClose, onEnter, onUseRecoveryCode, children } = props
  const [password, setPassword] = useState('')
  const passwordText = usePasswordText()
  const isLocked = busy || isOtherWayBusy

  return (
    <KeyForm onSubmit={() => password !== '' && !isLocked && onEnter(password)}>
      <DialogContent>
        <Explanation sx={{ mb: 2 }}>
          {t('session.passwordText', { purpose: purpose ?? t('session.purpose') })}
        </Explanation>
        <LoginPasswordField
          username={username}
          label={passwordText('session.password')}
          readOnly={isLocked}
          value={password}
          onChange={setPassword}
        />
        {children}
        <RecoveryCodeLink onUseRecoveryCode={onUseRecoveryCode} disabled={isLocked} />
      </DialogContent>
      <DialogActions>
        <CancelButton onClick={onClose} />
        <BusyButton type="submit" variant="contained" busy={isLocked} disabled={password === ''}>
          {t(busy ? 'session.unlocking' : 'session.unlock')}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}
