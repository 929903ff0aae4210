import { shownText } from '../../contract/shownText.ts'
import { isoBefore } from '../isoTime.ts'
import * as notices from '../db/memberNotices.ts'
import type { Db } from '../db/schema.ts'
import { type Mail, oneLine } from '../mail/message.ts'
import { renderLetter, type Letter } from '../mail/template.ts'
import { type DueMail, mailNotice, type MailDependencies, sendDue } from './sendDue.ts'
import { addedGapSeconds, maxAddedMails, maxAddedMailsByOne, nextAttemptAt } from './times.ts'

/** Creates notices for people added to a folder, at most one a day for each. Run it in the transaction that adds them. */
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

export const sendMemberNotices = (dependencies: MailDependencies, signal: AbortSignal): Promise<void> =>
  sendDue(dependencies, signal, notices.listDueMemberNotices, (one, times) =>
    mailOne(dependencies, one, times),
  )

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

interface AddedMail extends Pick<Letter, 'to' | 'texts' | 'origin' | 'look'> {
  title: string
  folderId: number
  /** User name of who added the person: members know each other by these, and nobody chooses another's. */
  by: string
}

function addedMail({ title, folderId, by, ...letter }: AddedMail): Mail {
  const { say } = letter.texts
  const names = { folder: shownText(oneLine(title)), name: shownText(oneLine(by)) }
  return renderLetter({
    ...letter,
    subject: say('mails.addedSubject', names),
    paragraphs: [say('mails.added', names), say('mails.addedWhy')],
    links: [
      { label: say('mails.openFolder'), path: `/folders/view/${folderId}` },
      { label: say('mails.ownAddress'), path: '/profile/account' },
    ],
  })
}
