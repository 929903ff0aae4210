/**
 * [Note: Reminded once of a recovery code]
 * A user who has had a key pair on this device for thirty days and no recovery code sees a reminder on the
 * dashboard, until they dismiss or follow it; and never again. The stored entry is the time when this device
 * first saw the pair without a code; it contains nothing of the key. Without storage there is no reminder.
 */
const storageKey = (userId: number): string => `sealpost-code-reminder-${userId}`
const done = 'done'
const periodMs = 30 * 24 * 60 * 60_000

/** @param stored the stored entry: an ISO time, 'done', or null on the first visit */
function isReminderDue(stored: string | null, now: number): boolean {
  if (stored === null || stored === done) return false
  return now - Date.parse(stored) >= periodMs
}

/** True if the reminder is due, for a user with a key pair and no code. The first call starts the period. */
export function shouldRemindOfRecoveryCode(userId: number, now: number): boolean {
  try {
    const stored = localStorage.getItem(storageKey(userId))
    if (stored === null) localStorage.setItem(storageKey(userId), new Date(now).toISOString())
    return isReminderDue(stored, now)
  } catch {
    return false
  }
}

export function neverRemindAgain(userId: number): void {
  try {
    localStorage.setItem(storageKey(userId), done)
  } catch {
    // Without storage the reminder is never due either.
  }
}
