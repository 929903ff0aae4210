import Button from '@mui/material/Button'
import { useState } from 'react'
import { neverRemindAgain, shouldRemindOfRecoveryCode } from '../../session/recoveryCodeReminder.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Buttons } from '../../ui/layout.ts'

/** Reminds of a recovery code; for users who have a key pair and no code. */
export function RecoveryCodeReminder({ userId }: { userId: number }) {
  const [isDue, setDue] = useState(() => shouldRemindOfRecoveryCode(userId, Date.now()))
  if (!isDue) return null

  function dismissed() {
    neverRemindAgain(userId)
    setDue(false)
  }

  return (
    <Banner
      severity="info"
      action={
        <Buttons>
          <ButtonLink
            to="/profile/$page"
            params={{ page: 'security' }}
            hash="recovery-code"
            size="small"
            onClick={dismissed}
          >
            {t('dashboard.makeCode')}
          </ButtonLink>
          <Button size="small" onClick={dismissed}>
            {t('dashboard.dismiss')}
          </Button>
        </Buttons>
      }
    >
      {t('dashboard.codeReminder')}
    </Banner>
  )
}
