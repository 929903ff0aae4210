import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { DialogStep } from '../ui/dialogs/FormDialog.tsx'
import { LoginPasswordField } from '../ui/fields/LoginPasswordField.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'
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
      sx={{ alignSelf: 'flex-start' }}
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
    <DialogStep
      submit={{
        label: t('session.unlock'),
        busyLabel: t(busy ? 'session.unlocking' : 'session.unlock'),
        busy: isLocked,
        disabled: password === '',
      }}
      onSubmit={() => onEnter(password)}
      onCancel={onClose}
    >
      <Explanation>{t('session.passwordText', { purpose: purpose ?? t('session.purpose') })}</Explanation>
      <LoginPasswordField
        username={username}
        label={passwordText('session.password')}
        readOnly={isLocked}
        value={password}
        onChange={setPassword}
      />
      {children}
      <RecoveryCodeLink onUseRecoveryCode={onUseRecoveryCode} disabled={isLocked} />
    </DialogStep>
  )
}
