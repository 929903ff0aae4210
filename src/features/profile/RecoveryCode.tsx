import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { updateUser } from '../../session/session.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Buttons } from '../../ui/layout.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { FormHeading } from './FormHeading.tsx'
import { type RecoveryCodeOutcome, MakeRecoveryCode } from './MakeRecoveryCode.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { RemoveRecoveryCode } from './RemoveRecoveryCode.tsx'
import { StatusLine } from './StatusLine.tsx'

interface RecoveryCodeProps {
  username: string
  /** ISO time; null if there is no code. */
  madeAt: string | null
  /** True if the pair that was replaced on this page had a code. */
  hasEnded: boolean
}

/** Fragment that points to this section. */
const anchor = 'recovery-code'

const outcomes: Record<RecoveryCodeOutcome, OutcomeText | null> = {
  cancelled: null,
  taken: { severity: 'success', text: () => t('keys.codeReady') },
  left: { severity: 'warning', text: () => t('keys.codeLeft') },
}

/** State of the recovery code, with the actions on it. */
export function RecoveryCode({ username, madeAt, hasEnded }: RecoveryCodeProps) {
  const [open, setOpen] = useState<'make' | 'remove' | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const isAskedFor = useLocation({ select: ({ hash }) => hash === anchor })
  // It is rendered after the server's responses, when the browser has already handled the fragment.
  useEffect(() => {
    if (isAskedFor) section.current?.scrollIntoView()
  }, [isAskedFor])

  function begin(what: 'make' | 'remove') {
    setOutcome(null)
    setOpen(what)
  }

  function closed(end: RecoveryCodeOutcome) {
    setOpen(null)
    setOutcome(outcomes[end])
  }

  function removed(user: User) {
    updateUser(user)
    setOpen(null)
    setOutcome({ severity: 'success', text: () => t('keys.codeRemoved') })
  }

  return (
    <section aria-labelledby={headingId} id={anchor} ref={section}>
      <FormHeading id={headingId} title={t('keys.code')}>
        {t('keys.codeIntro')}
      </FormHeading>
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
        {open === null && <Outcome outcome={outcome} />}
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
        <MakeRecoveryCode
          username={username}
          replaces={madeAt !== null}
          onMade={updateUser}
          onClose={closed}
        />
      )}
      {open === 'remove' && (
        <RemoveRecoveryCode username={username} onRemoved={removed} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}
