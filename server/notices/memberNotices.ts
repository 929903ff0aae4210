import { isoBefore } from '../isoTime.ts'
import * as notices from '../db/memberNotices.ts'
import type { Db } from '../db/schema.ts'
import { addedMail } from './addedMail.ts'
import { type DueMail, mailNotice, type MailDependencies, sendDue } from './sendDue.ts'
import { addedGapSeconds, maxAddedMails, maxAddedMailsByOne, nextAttemptAt } from './times.ts'

/**
 * Creates notices for people who were added to a folder, in the transaction that adds them. A person gets one mail a day
 * about a folder, however often they are removed and added.
 */
export function createAddedNotices(
  trx: Db,
  added: { folderId: number; by: number; people: readonly number[] },
  now: string,
): Promise<void> {
  const { folderId: folder_id, by: added_by, people } = added
  const since = isoBefore(new Date(now), addedGapSeconds)
  const notice = { folder_id, added_by, made_at: now }
  const most = { since, max: maxAddedMails, maxByOne: maxAddedMailsByOne }
  return notices.insertMemberNotices(trx, notice, people, most)
}

/** Sends due mails to people who were added to folders: [Note: Notices]. */
export const sendMemberNotices = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDue(dependencies, signal, notices.dueMemberNotices, (one, times) => mailOne(dependencies, one, times))

async function mailOne(
  dependencies: MailDependencies,
  key: DueMail,
  times: { now: string; lease: string },
): Promise<void> {
  const { db, now } = dependencies
  const notice = await notices.claimMemberNotice(db, key, times)
  if (notice === undefined) return
  const person = await notices.findAddedPerson(db, key)
  // Without the row, whoever is added again gets a mail.
  if (person === undefined) return notices.deleteMemberNotice(db, key)
  const { title, by } = person
  const isSent = await mailNotice(dependencies, person, (letter) =>
    addedMail({ title, by, folderId: key.folder_id, ...letter }),
  )
  const next = isSent ? undefined : nextAttemptAt(notice.attempts, notice.made_at, now())
  await notices.setMemberNoticeDue(db, key, next ?? null)
}
