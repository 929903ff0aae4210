import Typography from '@mui/material/Typography'
import type { User } from '../../../contract/auth.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { Banner } from '../../ui/Banner.tsx'
import { errorText } from '../../texts/errorText.ts'
import { lostSheet } from './MakeRecoveryCode.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { removeRecoveryCode } from './recoveryCode.ts'

interface RemoveRecoveryCodeProps {
  username: string
  onRemoved: (user: User) => void
  onClose: () => void
}

export function RemoveRecoveryCode({ username, onRemoved, onClose }: RemoveRecoveryCodeProps) {
  const say = useOwnWords()

  async function remove(password: string) {
    try {
      onRemoved(await removeRecoveryCode(username, password))
      return null
    } catch (error) {
      return { text: errorText(error), ofPassword: true }
    }
  }

  return (
    <PasswordDialog
      title="Remove the recovery code?"
      username={username}
      confirmLabel="Remove"
      busyLabel="Removing..."
      destructive
      act={remove}
      onCancel={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {say(
          'If you then forget your login password, only a backup file and the password of its day open what was sent to you.',
        )}
      </Typography>
      <Banner severity="warning">{lostSheet}</Banner>
    </PasswordDialog>
  )
}
