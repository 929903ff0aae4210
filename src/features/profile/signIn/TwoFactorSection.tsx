import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { User } from '../../../../contract/schemas/auth.ts'
import { callApi } from '../../../api/client.ts'
import { loginVerifier, updateUser } from '../../../session/session.ts'
import { t } from '../../../../i18n/t.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { PasswordDialog } from '../common/PasswordDialog.tsx'
import { StatusLine } from '../common/StatusLine.tsx'
import { Subsection } from '../common/Subsection.tsx'
import { type TwoFactorSetup, VerifyTwoFactorForm } from './VerifyTwoFactorForm.tsx'

export function TwoFactorSection({ user }: { user: User }) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    setOutcome(null)
    try {
      setSetup(await callApi('setupTwoFactor'))
    } catch (error) {
      setOutcome(errorOutcome(error))
    } finally {
      setBusy(false)
    }
  }

  function handleChanged(changed: User, text: 'profile.isEnabled' | 'profile.isDisabled') {
    updateUser(changed)
    setSetup(null)
    setOutcome({ severity: 'success', text: () => t(text) })
  }

  return (
    <Subsection id="two-factor" title={t('profile.twoFactor')} intro={t('profile.twoFactorIntro')}>
      <Stack spacing={2}>
        <StatusLine>
          {user.is_2fa_enabled ? (
            <StatusText tone="good">{t('profile.enabled')}</StatusText>
          ) : (
            <StatusText tone="neutral" hollow>
              {t(setup ? 'profile.setupStarted' : 'profile.disabled')}
            </StatusText>
          )}
        </StatusLine>
        <OutcomeBanner outcome={outcome} />
        {user.is_2fa_enabled ? (
          <DisableTwoFactor
            user={user}
            onDisabled={(changed) => handleChanged(changed, 'profile.isDisabled')}
          />
        ) : setup ? (
          <VerifyTwoFactorForm
            setup={setup}
            onEnabled={(changed) => handleChanged(changed, 'profile.isEnabled')}
            onCancel={() => {
              setSetup(null)
              setOutcome(null)
            }}
          />
        ) : (
          <div>
            <Button disabled={busy} onClick={() => void start()}>
              {t('profile.enableTwoFactor')}
            </Button>
          </div>
        )}
      </Stack>
    </Subsection>
  )
}

function DisableTwoFactor({ user, onDisabled }: { user: User; onDisabled: (user: User) => void }) {
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
          onSubmit={disable}
          onCancel={() => setAsked(false)}
        >
          <Explanation>{t('profile.disableText')}</Explanation>
        </PasswordDialog>
      )}
    </div>
  )
}
