/**
 * [Note: Reminded once of a recovery code]
 * Who has had a key pair on this device for thirty days and no recovery code is reminded of it, on the dashboard, until
 * they dismiss it or follow it; and never again. The mark says when this device first saw the pair without a code, and
 * nothing of the key. Where nothing can be stored, nobody is reminded.
 */
const markOf = (userId: number): string => `sealpost-code-reminder-${userId}`
const done = 'done'
const patienceMs = 30 * 24 * 60 * 60_000

/** @param kept what the mark says: an ISO time, or that it was done with; null on the first visit */
export function isReminderDue(kept: string | null, now: number): boolean {
  if (kept === null || kept === done) return false
  return now - Date.parse(kept) >= patienceMs
}

/** Of a user with a key pair and no recovery code. */
export function remindOfCode(userId: number, now: number): boolean {
  try {
    const kept = localStorage.getItem(markOf(userId))
    if (kept === null) localStorage.setItem(markOf(userId), new Date(now).toISOString())
    return isReminderDue(kept, now)
  } catch {
    return false
  }
}

export function neverRemindAgain(userId: number): void {
  try {
    localStorage.setItem(markOf(userId), done)
  } catch {
    // Nothing is stored here: nor will it be found due again.
  }
}
