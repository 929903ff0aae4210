import type { User } from '../../../contract/schemas/auth.ts'
import { usePasswordText } from '../../session/usePasswordText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { t } from '../../../i18n/t.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { removeRecoveryCode } from './recoveryCode.ts'

interface RemoveRecoveryCodeProps {
  username: string
  onRemoved: (user: User) => void
  onClose: () => void
}

export function RemoveRecoveryCode({ username, onRemoved, onClose }: RemoveRecoveryCodeProps) {
  const passwordText = usePasswordText()
  return (
    <PasswordDialog
      title={t('keys.removeCodeQuestion')}
      username={username}
      confirmLabel={t('ui.remove')}
      busyLabel={t('people.removing')}
      destructive
      act={async (password) => onRemoved(await removeRecoveryCode(username, password))}
      onCancel={onClose}
    >
      <Explanation>{passwordText('keys.removeCodeText')}</Explanation>
      <Banner severity="warning">{t('keys.lostSheet')}</Banner>
    </PasswordDialog>
  )
}
