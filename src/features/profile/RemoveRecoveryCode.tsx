import type { User } from '../../../contract/schemas/auth.ts'
import { usePasswordText } from '../../session/usePasswordText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { errorText } from '../../../i18n/errorText.ts'
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

  async function remove(password: string) {
    try {
      onRemoved(await removeRecoveryCode(username, password))
      return null
    } catch (error) {
      return { text: () => errorText(error), ofPassword: true }
    }
  }

  return (
    <PasswordDialog
      title={t('keys.removeCodeQuestion')}
      username={username}
      confirmLabel={t('ui.remove')}
      busyLabel={t('people.removing')}
      destructive
      act={remove}
      onCancel={onClose}
    >
      <Explanation>{passwordText('keys.removeCodeText')}</Explanation>
      <Banner severity="warning">{t('keys.lostSheet')}</Banner>
    </PasswordDialog>
  )
}
