import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../storage/browserStorage.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { Buttons } from '../../ui/theme/layout.ts'

/**
 * [Note: Reminded once of a recovery code]
 * A user who has had a key pair on this device for thirty days and no recovery code sees a reminder on the
 * dashboard, until they dismiss or follow it; and never again. The stored entry is the time when this device
 * first saw the pair without a code; it contains nothing of the key. Without storage there is no reminder.
 */
const storageKey = (userId: number): string => `sealpost-code-reminder-${userId}`
const neverAgain = 'done'
const reminderDelayMs = 30 * 24 * 60 * 60_000

/** Starts the thirty days of a user with a key pair and no code, unless they have started. */
export function startReminderPeriod(userId: number, now: number): void {
  if (readStored(storageKey(userId)) === null) writeStored(storageKey(userId), new Date(now).toISOString())
}

export function isReminderDue(userId: number, now: number): boolean {
  const stored = readStored(storageKey(userId))
  return stored !== null && stored !== neverAgain && now - Date.parse(stored) >= reminderDelayMs
}

export const neverRemindAgain = (userId: number): void => void writeStored(storageKey(userId), neverAgain)

export function RecoveryCodeReminder({ userId }: { userId: number }) {
  const [isDue, setDue] = useState(() => isReminderDue(userId, Date.now()))
  useEffect(() => startReminderPeriod(userId, Date.now()), [userId])
  if (!isDue) return null

  function handleDismiss() {
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
            onClick={handleDismiss}
          >
            {t('dashboard.makeCode')}
          </ButtonLink>
          <Button size="small" onClick={handleDismiss}>
            {t('dashboard.dismiss')}
          </Button>
        </Buttons>
      }
    >
      {t('dashboard.codeReminder')}
    </Banner>
  )
}
