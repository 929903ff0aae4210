import Button from '@mui/material/Button'
import { useState } from 'react'
import { neverRemindAgain, remindOfCode } from '../../session/codeReminder.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Buttons } from '../../ui/layout.ts'

/** For who has a key pair and no recovery code. */
export function CodeReminder({ userId }: { userId: number }) {
  const [isDue, setDue] = useState(() => remindOfCode(userId, Date.now()))
  if (!isDue) return null

  function answered() {
    neverRemindAgain(userId)
    setDue(false)
  }

  return (
    <Banner
      severity="info"
      action={
        <Buttons>
          <ButtonLink to="/profile" hash="recovery-code" variant="outlined" size="small" onClick={answered}>
            Make a recovery code
          </ButtonLink>
          <Button variant="outlined" size="small" onClick={answered}>
            Dismiss
          </Button>
        </Buttons>
      }
    >
      If you forget your password, nobody can open your files for you. A recovery code on paper can. You are
      reminded of it this once.
    </Banner>
  )
}
