import {
  claimNotices,
  deleteNotices,
  listDueMails,
  findAddressee,
  setMailedAt,
  postponeMails,
  postponeNotices,
} from '../db/notices/notices.ts'
import { noticeMail } from './noticeMail.ts'
import { type DueMailKey, mailNotice, type MailDependencies, sendDueMails } from './sendDueMails.ts'
import { mailDueAt, nextAttemptAt } from './noticeTimes.ts'

/** Maximum number of notices per mail, as many as one statement deletes; the others wait for the next mail. */
export const maxNoticesPerMail = 20_000

/** Sends one mail for each person and folder with due notices. */
export const sendNoticeMails = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDueMails(dependencies, signal, listDueMails, (key, times) => mailNotices(dependencies, key, times))

async function mailNotices(
  dependencies: MailDependencies,
  key: DueMailKey,
  times: { now: string; lease: string },
): Promise<void> {
  const { db, now } = dependencies
  const { folder_id, user_id } = key
  const notices = await claimNotices(db, key, times, maxNoticesPerMail)
  if (notices.length === 0) return
  const ids = notices.map(({ id }) => id)
  const addressee = await findAddressee(db, folder_id, user_id)
  if (addressee === undefined) {
    await deleteNotices(db, ids)
    return
  }
  const { title, role } = addressee
  const isSent = await mailNotice(dependencies, addressee, (content) =>
    noticeMail({ title, folderId: folder_id, isOwner: role === 'owner', notices, ...content }),
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
