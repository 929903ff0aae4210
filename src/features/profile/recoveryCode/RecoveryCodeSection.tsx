import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { updateUser } from '../../../session/session.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { type RecoveryCodeOutcome, MakeRecoveryCodeDialog } from './MakeRecoveryCodeDialog.tsx'
import { OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { PasswordDialog } from '../common/PasswordDialog.tsx'
import { removeRecoveryCode } from './recoveryCode.ts'
import { StatusLine } from '../common/StatusLine.tsx'
import { Subsection } from '../common/Subsection.tsx'

interface RecoveryCodeSectionProps {
  username: string
  /** ISO time; null if there is no code. */
  madeAt: string | null
  /** True if the pair that was replaced on this page had a code. */
  hasEnded: boolean
}

const outcomes: Record<RecoveryCodeOutcome, OutcomeText | null> = {
  cancelled: null,
  saved: { severity: 'success', text: () => t('keys.codeReady') },
  left: { severity: 'warning', text: () => t('keys.codeLeft') },
}

export function RecoveryCodeSection({ username, madeAt, hasEnded }: RecoveryCodeSectionProps) {
  const [open, setOpen] = useState<'make' | 'remove' | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const passwordText = usePasswordText()

  function begin(action: 'make' | 'remove') {
    setOutcome(null)
    setOpen(action)
  }

  function closed(closedWith: RecoveryCodeOutcome) {
    setOpen(null)
    setOutcome(outcomes[closedWith])
  }

  async function remove(password: string) {
    updateUser(await removeRecoveryCode(username, password))
    setOpen(null)
    setOutcome({ severity: 'success', text: () => t('keys.codeRemoved') })
  }

  return (
    <Subsection id="recovery-code" title={t('keys.code')} intro={t('keys.codeIntro')}>
      <Stack spacing={2}>
        <StatusLine>
          {madeAt === null ? (
            <StatusText tone="neutral" hollow>
              {t('keys.noCode')}
            </StatusText>
          ) : (
            <StatusText tone="good">
              {rich('keys.codeMade', { time: () => <DateTime iso={madeAt} /> })}
            </StatusText>
          )}
        </StatusLine>
        {hasEnded && madeAt === null && <Banner severity="warning">{t('keys.codeEnded')}</Banner>}
        {open === null && <OutcomeBanner outcome={outcome} />}
        <Buttons>
          <Button onClick={() => begin('make')}>
            {t(madeAt === null ? 'keys.makeCodeTitle' : 'keys.replaceCode')}
          </Button>
          {madeAt !== null && (
            <Button color="error" onClick={() => begin('remove')}>
              {t('keys.removeCode')}
            </Button>
          )}
        </Buttons>
      </Stack>
      {open === 'make' && (
        <MakeRecoveryCodeDialog username={username} replaces={madeAt !== null} onClose={closed} />
      )}
      {open === 'remove' && (
        <PasswordDialog
          title={t('keys.removeCodeQuestion')}
          username={username}
          confirmLabel={t('ui.remove')}
          busyLabel={t('people.removing')}
          destructive
          onSubmit={remove}
          onCancel={() => setOpen(null)}
        >
          <Explanation>{passwordText('keys.removeCodeText')}</Explanation>
          <Banner severity="warning">{t('keys.lostSheet')}</Banner>
        </PasswordDialog>
      )}
    </Subsection>
  )
}
