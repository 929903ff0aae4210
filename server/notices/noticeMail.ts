import { addresses } from '../../contract/addresses.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { callUrl } from '../../contract/call.ts'
import { shownText } from '../../contract/shownText.ts'
import type { NoticeRow } from '../db/schema.ts'
import { type Mail, oneLine } from '../mail/mail.ts'
import { renderMail, type MailContent } from '../mail/renderMail.ts'
import type { MailTexts } from '../mail/mailTexts.ts'

type MailedNotice = Pick<NoticeRow, 'kind' | 'files' | 'bytes' | 'refused' | 'sender_email' | 'happened_at'>

interface NoticeMail extends Pick<MailContent, 'to' | 'texts' | 'origin' | 'look'> {
  title: string
  folderId: number
  isOwner: boolean
  notices: readonly MailedNotice[]
  /** See [Note: Unsubscribing]. */
  reminderToken: string
}

const maxListedNotices = 20

const isReminder = ({ kind }: MailedNotice): boolean => kind === 'folder-ends' || kind === 'link-ends'
/** What can still be done something about comes first. */
const urgency = (notice: MailedNotice): number =>
  notice.kind === 'expiring' ? 2 : isReminder(notice) ? 1 : 0

/**
 * Mail to one person about the events of a folder since the last mail, oldest first. It contains no file names and no
 * text by the sender, as mails can be read in transit.
 */
export function noticeMail(mail: NoticeMail): Mail {
  const { title, folderId, isOwner, notices: all, reminderToken, ...content } = mail
  const notices = all.toSorted((a, b) => urgency(b) - urgency(a))
  const { texts, origin } = content
  const folder = shownText(oneLine(title))
  // Owners find the switch in the settings of the folder, others below its files.
  const switchPath = isOwner ? `/folders/edit/${folderId}` : `/folders/view/${folderId}#people`
  const canBeSwitchedOff = notices.some((notice) => urgency(notice) === 0)
  const areReminders = notices.every(isReminder)
  const has = (kind: MailedNotice['kind']) => notices.some((notice) => notice.kind === kind)
  const paragraphs = [
    ...notices.slice(0, maxListedNotices).map((notice) => noticeSentence(texts, notice, folder)),
    ...(notices.length > maxListedNotices
      ? [furtherNoticesSentence(texts, notices.slice(maxListedNotices))]
      : []),
    ...(notices.every(({ kind }) => kind === 'folder-ends') ? [] : [texts.say('mails.noNames')]),
    texts.say(canBeSwitchedOff ? 'mails.why' : areReminders ? 'mails.whyReminder' : 'mails.whyOwner'),
  ]
  const links = [
    ...(has('folder-ends')
      ? [{ label: texts.say('mails.extendFolder'), path: `/folders/edit/${folderId}` }]
      : []),
    ...(has('link-ends')
      ? [{ label: texts.say('mails.extendLink'), path: `/folders/view/${folderId}#download-links` }]
      : []),
    { label: texts.say('mails.openFolder'), path: `/folders/view/${folderId}` },
    ...(canBeSwitchedOff ? [{ label: texts.say('mails.switchOff'), path: switchPath }] : []),
    ...(notices.some(isReminder)
      ? [{ label: texts.say('mails.switchOffReminders'), path: `/reminders/${reminderToken}` }]
      : []),
  ]
  return renderMail({
    ...content,
    subject: noticeSubject(texts, notices, folder),
    paragraphs,
    links,
    ...(canBeSwitchedOff
      ? { unsubscribe: origin && new URL(switchPath, origin).href }
      : notices.some(isReminder) && {
          unsubscribe:
            origin && new URL(callUrl(addresses.switchOffReminders, { token: reminderToken }), origin).href,
          unsubscribesByPost: origin?.startsWith('https:'),
        }),
  })
}

function noticeSubject({ say }: MailTexts, notices: readonly MailedNotice[], folder: string): string {
  const { kind, files } = assertDefined(notices[0])
  if (kind === 'expiring') return say('mails.expiringSubject', { folder })
  if (kind === 'folder-ends') return say('mails.folderEndsSubject', { folder })
  if (kind === 'link-ends') return say('mails.linkEndsSubject', { folder })
  if (notices.length > 1) return say('mails.newsSubject', { folder })
  if (kind === 'download') return say('mails.linkUsedSubject', { folder })
  if (kind === 'cut-off') return say('mails.cutOffSubject', { folder })
  if (files === 0) return say('mails.failedSubject', { folder })
  return say(kind === 'complete' ? 'mails.arrivedSubject' : 'mails.arrivedNotAllSubject', { folder })
}

function noticeSentence(texts: MailTexts, notice: MailedNotice, folder: string): string {
  const { kind, files, refused, sender_email, happened_at } = notice
  const time = texts.timeOf(happened_at)
  const amount = amountOf(texts, notice)
  if (kind === 'download') return texts.say('mails.linkUsed', { folder, amount, time })
  if (kind === 'expiring') return texts.say('mails.expiring', { folder, amount, time, count: files })
  if (kind === 'folder-ends') return texts.say('mails.folderEnds', { folder, time })
  if (kind === 'link-ends') return texts.say('mails.linkEnds', { folder, amount, time })
  const refusal = refused === 0 ? [] : [texts.say('mails.refused', { count: refused })]
  if (files === 0) return [texts.say('mails.failed', { folder, time }), ...refusal].join(' ')
  return [
    texts.say('mails.arrived', { amount, folder, time }),
    ...(sender_email === null ? [] : [texts.say('mails.from', { email: sender_email })]),
    ...refusal,
    ...(kind === 'cut-off' ? [texts.say('mails.cutOff')] : []),
  ].join(' ')
}

function furtherNoticesSentence(texts: MailTexts, notices: readonly MailedNotice[]): string {
  const sum = (column: 'files' | 'bytes') => notices.reduce((all, one) => all + one[column], 0)
  const amount = amountOf(texts, { files: sum('files'), bytes: sum('bytes') })
  return texts.say('mails.more', { count: notices.length, amount })
}

const amountOf = (
  { say, sizeOf }: MailTexts,
  { files, bytes }: Pick<MailedNotice, 'files' | 'bytes'>,
): string => say('mails.amount', { files, size: sizeOf(bytes) })
