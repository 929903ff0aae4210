import Button from '@mui/material/Button'
import { useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { callApi } from '../../api/client.ts'
import { loginVerifier } from '../../session/session.ts'
import { t } from '../../../i18n/t.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Explanation } from '../../ui/Explanation.tsx'

interface DisableTwoFactorProps {
  user: User
  onDisabled: (user: User) => void
}

export function DisableTwoFactor({ user, onDisabled }: DisableTwoFactorProps) {
  const [isAsked, setAsked] = useState(false)

  async function disable(typed: string) {
    const password = await loginVerifier(user.username, typed)
    onDisabled((await callApi('disableTwoFactor', { body: { password } })).user)
  }

  return (
    <div>
      <Button color="error" onClick={() => setAsked(true)}>
        {t('profile.disableTwoFactor')}
      </Button>
      {isAsked && (
        <PasswordDialog
          title={t('profile.disableQuestion')}
          username={user.username}
          confirmLabel={t('profile.disable')}
          busyLabel={t('profile.disablingTwoFactor')}
          destructive
          act={disable}
          onCancel={() => setAsked(false)}
        >
          <Explanation>{t('profile.disableText')}</Explanation>
        </PasswordDialog>
      )}
    </div>
  )
}
