import {
  claimNotices,
  deleteNotices,
  listDueMails,
  findAddressee,
  setMailedAt,
  postponeMails,
  postponeNotices,
} from '../db/notices.ts'
import { noticeMail } from './noticeMail.ts'
import { type DueMail, mailNotice, type MailDependencies, sendDue } from './sendDue.ts'
import { mailDueAt, nextAttemptAt } from './times.ts'

/** Maximum number of notices per mail, as many as one statement deletes; the others wait for the next mail. */
export const maxNoticesPerMail = 20_000

/** Sends one mail for each person and folder with due notices. */
export const sendMails = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDue(dependencies, signal, listDueMails, (one, times) => mailOne(dependencies, one, times))

async function mailOne(
  dependencies: MailDependencies,
  whom: DueMail,
  times: { now: string; lease: string },
): Promise<void> {
  const { db, now } = dependencies
  const { folder_id, user_id } = whom
  const notices = await claimNotices(db, whom, times, maxNoticesPerMail)
  if (notices.length === 0) return
  const ids = notices.map(({ id }) => id)
  const addressee = await findAddressee(db, folder_id, user_id)
  if (addressee === undefined) {
    await deleteNotices(db, ids)
    return
  }
  const { title, role } = addressee
  const isSent = await mailNotice(dependencies, addressee, (letter) =>
    noticeMail({ title, folderId: folder_id, isOwner: role === 'owner', notices, ...letter }),
  )
  if (!isSent) {
    const byNextTry = Map.groupBy(notices, ({ attempts, made_at }) => nextAttemptAt(attempts, made_at, now()))
    for (const [next, some] of byNextTry) {
      const which = some.map(({ id }) => id)
      await (next === undefined ? deleteNotices(db, which) : postponeNotices(db, which, next))
    }
    return
  }
  await deleteNotices(db, ids)
  const mailed = now()
  await setMailedAt(db, folder_id, user_id, mailed.toISOString())
  await postponeMails(db, whom, mailed.toISOString(), mailDueAt(mailed.toISOString(), mailed))
}
