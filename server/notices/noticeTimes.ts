import { isoAfter } from '../util/isoTime.ts'

const minute = 60
const hour = 60 * minute

/** Delays after the first failure, the second …; then `maxRetryDelay` applies. */
const retryDelays = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour] as const
const maxRetryDelay = 12 * hour

/** Age of a notice after which no attempt is started. */
export const noticeGiveUpSeconds = 48 * hour

/** Time after which a notice claimed by a server that died is delivered again. */
export const noticeLeaseSeconds = 10 * minute

/** Minimum interval between mails to one person about one folder, which report all events in between. */
const mailGapSeconds = 5 * minute

/** Minimum interval between mails to one person about being added to one folder. */
export const addedMailGapSeconds = 24 * hour

/** Maximum number of mails to one person about being added to folders within `addedMailGapSeconds`. */
export const maxAddedMails = 20

/** Maximum number of these mails that one user causes, so that one user alone cannot use up the limit. */
export const maxAddedMailsByUser = 10

/** Time of the next attempt after a failure; undefined if the notice is given up. */
export function nextAttemptAt(attempts: number, madeAt: string, now: Date): string | undefined {
  const next = isoAfter(now, retryDelays[attempts - 1] ?? maxRetryDelay)
  return Date.parse(next) - Date.parse(madeAt) > noticeGiveUpSeconds * 1000 ? undefined : next
}

/** Time of the mail about an event that happens now. */
export function mailDueAt(mailedAt: string | null, now: Date): string {
  const earliest = mailedAt === null ? now.toISOString() : isoAfter(new Date(mailedAt), mailGapSeconds)
  return earliest > now.toISOString() ? earliest : now.toISOString()
}
