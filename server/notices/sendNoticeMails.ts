import {
  type Addressee,
  claimNotices,
  deleteNotices,
  listDueMails,
  ownerNotices,
  findAddressee,
  setMailedAt,
  postponeMails,
  postponeNotices,
} from '../db/notices/notices.ts'
import type { NoticeRow } from '../db/schema.ts'
import { isStillEnding } from '../db/notices/reminders.ts'
import { noticeMail } from './noticeMail.ts'
import { newReminderToken } from './reminderToken.ts'
import { endingWindow } from './remindOwners.ts'
import { type DueMailKey, mailNotice, type MailDependencies, sendDueMails } from './sendDueMails.ts'
import { mailDueAt, nextAttemptAt } from './noticeTimes.ts'

/** Maximum number of notices per mail, as many as one statement deletes; the others wait for the next mail. */
export const maxNoticesPerMail = 20_000

/** Sends one mail for each person and folder with due notices. */
export const sendNoticeMails = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDueMails(dependencies, signal, listDueMails, (key, times) => mailNotices(dependencies, key, times))

/** All mails of a folder are a person's choice, except those that keep its owners from losing files. */
async function isNoticeFor(
  deps: MailDependencies,
  { role, notify_by_email, wants_reminders }: Addressee,
  notice: NoticeRow,
): Promise<boolean> {
  if (!ownerNotices.includes(notice.kind)) return notify_by_email === 1
  if (role !== 'owner' || notice.kind === 'expiring') return role === 'owner'
  return wants_reminders === 1 && (await isStillEnding(deps.db, notice, endingWindow(deps)))
}

async function mailNotices(
  dependencies: MailDependencies,
  key: DueMailKey,
  times: { now: string; lease: string },
): Promise<void> {
  const { db, now } = dependencies
  const { folder_id, user_id } = key
  const claimed = await claimNotices(db, key, times, maxNoticesPerMail)
  if (claimed.length === 0) return
  const addressee = await findAddressee(db, folder_id, user_id)
  const notices: NoticeRow[] = []
  for (const notice of claimed)
    if (addressee !== undefined && (await isNoticeFor(dependencies, addressee, notice))) notices.push(notice)
  if (addressee === undefined || notices.length < claimed.length)
    await deleteNotices(
      db,
      claimed.flatMap((notice) => (notices.includes(notice) ? [] : notice.id)),
    )
  if (addressee === undefined || notices.length === 0) return
  const ids = notices.map(({ id }) => id)
  const { title, role } = addressee
  const isSent = await mailNotice(dependencies, addressee, (content) =>
    noticeMail({
      ...{ title, folderId: folder_id, isOwner: role === 'owner', notices },
      ...{ reminderToken: newReminderToken(dependencies, user_id), ...content },
    }),
  )
  if (!isSent) {
    const byNextTry = Map.groupBy(notices, ({ attempts, made_at }) => nextAttemptAt(attempts, made_at, now()))
    for (const [next, postponed] of byNextTry) {
      const postponedIds = postponed.map(({ id }) => id)
      await (next === undefined ? deleteNotices(db, postponedIds) : postponeNotices(db, postponedIds, next))
    }
    return
  }
  await deleteNotices(db, ids)
  const mailedAt = now()
  await setMailedAt(db, folder_id, user_id, mailedAt.toISOString())
  await postponeMails(db, key, mailedAt.toISOString(), mailDueAt(mailedAt.toISOString(), mailedAt))
}
