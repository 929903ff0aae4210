import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { rememberUser } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Buttons } from '../../ui/layout.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { FormHeading } from './FormHeading.tsx'
import { type CodeEnd, MakeRecoveryCode } from './MakeRecoveryCode.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { RemoveRecoveryCode } from './RemoveRecoveryCode.tsx'
import { StatusLine } from './StatusLine.tsx'

interface RecoveryCodeProps {
  username: string
  /** ISO time; null: there is none. */
  madeAt: string | null
  /** There was one for the pair that was replaced here. */
  hasEnded: boolean
}

/** What an address points at. */
const anchor = 'recovery-code'

const outcomes: Record<CodeEnd, OutcomeText | null> = {
  cancelled: null,
  taken: {
    severity: 'success',
    text: 'Your recovery code is ready. Keep the sheet apart from this computer.',
  },
  left: {
    severity: 'warning',
    text: 'You left without the code, and it is never shown again: nobody can use it. Make another one.',
  },
}

/** Whether there is a recovery code, and what can be done about it. */
export function RecoveryCode({ username, madeAt, hasEnded }: RecoveryCodeProps) {
  const [open, setOpen] = useState<'make' | 'remove' | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const isAskedFor = useLocation({ select: ({ hash }) => hash === anchor })
  // It comes after the answers of the server, when the address has long been followed.
  useEffect(() => {
    if (isAskedFor) section.current?.scrollIntoView()
  }, [isAskedFor])

  function begin(what: 'make' | 'remove') {
    setOutcome(null)
    setOpen(what)
  }

  function closed(end: CodeEnd) {
    setOpen(null)
    setOutcome(outcomes[end])
  }

  function removed(user: User) {
    rememberUser(user)
    setOpen(null)
    setOutcome({ severity: 'success', text: 'The recovery code is removed.' })
  }

  return (
    <section aria-labelledby={headingId} id={anchor} ref={section}>
      <FormHeading id={headingId} title="Recovery Code">
        For the day a password is forgotten: a code on paper that opens your private key. The server keeps
        what the code opens, and never sees the code.
      </FormHeading>
      <Stack spacing={2}>
        <StatusLine>
          {madeAt === null ? (
            <StatusText tone="neutral" hollow>
              No recovery code
            </StatusText>
          ) : (
            <StatusText tone="good">
              Made <DateTime iso={madeAt} />
            </StatusText>
          )}
        </StatusLine>
        {hasEnded && madeAt === null && (
          <Banner severity="warning">
            Your recovery code belonged to the key pair that was replaced, and opens nothing here any more.
            Make a new one.
          </Banner>
        )}
        {open === null && <Outcome outcome={outcome} />}
        <Buttons>
          <Button variant="outlined" onClick={() => begin('make')}>
            {madeAt === null ? 'Make a Recovery Code' : 'Replace the Code'}
          </Button>
          {madeAt !== null && (
            <Button variant="outlined" color="error" onClick={() => begin('remove')}>
              Remove the Code
            </Button>
          )}
        </Buttons>
      </Stack>
      {open === 'make' && (
        <MakeRecoveryCode
          username={username}
          replaces={madeAt !== null}
          onMade={rememberUser}
          onClose={closed}
        />
      )}
      {open === 'remove' && (
        <RemoveRecoveryCode username={username} onRemoved={removed} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}
