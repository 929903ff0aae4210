import { shownText } from '../../contract/shownText.ts'
import { isoBefore } from '../util/isoTime.ts'
import * as notices from '../db/notices/memberNotices.ts'
import type { Db } from '../db/schema.ts'
import { type Mail, oneLine } from '../mail/mail.ts'
import { renderMail, type MailContent } from '../mail/renderMail.ts'
import { type DueMailKey, mailNotice, type MailDependencies, sendDueMails } from './sendDueMails.ts'
import { addedMailGapSeconds, maxAddedMails, maxAddedMailsByUser, nextAttemptAt } from './noticeTimes.ts'

/** Creates notices for people added to a folder, at most one a day for each. Run it in the transaction that adds them. */
export function createMemberNotices(
  trx: Db,
  added: { folderId: number; by: number; people: readonly number[] },
  now: string,
): Promise<void> {
  const { folderId: folder_id, by: added_by, people } = added
  const since = isoBefore(new Date(now), addedMailGapSeconds)
  const notice = { folder_id, added_by, made_at: now }
  const limits = { since, max: maxAddedMails, maxByOne: maxAddedMailsByUser }
  return notices.insertMemberNotices(trx, notice, people, limits)
}

/** Mails people who were added to folders, until no notice is due. */
export const sendMemberNotices = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDueMails(dependencies, signal, notices.listDueMemberNotices, (due, times) =>
    mailMemberNotice(dependencies, due, times),
  )

async function mailMemberNotice(
  dependencies: MailDependencies,
  key: DueMailKey,
  times: { now: string; lease: string },
): Promise<void> {
  const { db, now } = dependencies
  const notice = await notices.claimMemberNotice(db, key, times)
  if (notice === undefined) return
  const person = await notices.findAddedPerson(db, key)
  // The row would keep a person who is added again from getting a mail.
  if (person === undefined) return notices.deleteMemberNotice(db, key)
  const { title, by } = person
  const isSent = await mailNotice(dependencies, person, (content) =>
    memberAddedMail({ title, by, folderId: key.folder_id, ...content }),
  )
  const next = isSent ? undefined : nextAttemptAt(notice.attempts, notice.made_at, now())
  await notices.setMemberNoticeDue(db, key, next ?? null)
}

interface MemberAddedMail extends Pick<MailContent, 'to' | 'texts' | 'origin' | 'look'> {
  title: string
  folderId: number
  /** User name of the person's adder: members know each other by these names, which are unique. */
  by: string
}

function memberAddedMail({ title, folderId, by, ...content }: MemberAddedMail): Mail {
  const { say } = content.texts
  const names = { folder: shownText(oneLine(title)), name: shownText(oneLine(by)) }
  return renderMail({
    ...content,
    subject: say('mails.addedSubject', names),
    paragraphs: [say('mails.added', names), say('mails.addedWhy')],
    links: [
      { label: say('mails.openFolder'), path: `/folders/view/${folderId}` },
      { label: say('mails.ownAddress'), path: '/profile/account' },
    ],
  })
}
