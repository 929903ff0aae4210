import { assertDefined } from '../../contract/assertDefined.ts'
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
}

const maxListedNotices = 20

/**
 * Mail to one person about the events of a folder since the last mail, oldest first. It contains no file names and no
 * text by the sender, as mails can be read in transit.
 */
export function noticeMail({ title, folderId, isOwner, notices: all, ...content }: NoticeMail): Mail {
  // What can still be done something about comes first.
  const notices = all.toSorted((a, b) => Number(b.kind === 'expiring') - Number(a.kind === 'expiring'))
  const { texts, origin } = content
  const folder = shownText(oneLine(title))
  // Owners find the switch in the settings of the folder, others below its files.
  const switchPath = isOwner ? `/folders/edit/${folderId}` : `/folders/view/${folderId}#people`
  const canBeSwitchedOff = notices.some(({ kind }) => kind !== 'expiring')
  const paragraphs = [
    ...notices.slice(0, maxListedNotices).map((notice) => noticeSentence(texts, notice, folder)),
    ...(notices.length > maxListedNotices
      ? [furtherNoticesSentence(texts, notices.slice(maxListedNotices))]
      : []),
    texts.say('mails.noNames'),
    texts.say(canBeSwitchedOff ? 'mails.why' : 'mails.whyOwner'),
  ]
  const links = [
    { label: texts.say('mails.openFolder'), path: `/folders/view/${folderId}` },
    ...(canBeSwitchedOff ? [{ label: texts.say('mails.switchOff'), path: switchPath }] : []),
  ]
  return renderMail({
    ...content,
    subject: noticeSubject(texts, notices, folder),
    paragraphs,
    links,
    ...(canBeSwitchedOff && { unsubscribe: origin && new URL(switchPath, origin).href }),
  })
}

function noticeSubject({ say }: MailTexts, notices: readonly MailedNotice[], folder: string): string {
  const { kind, files } = assertDefined(notices[0])
  if (kind === 'expiring') return say('mails.expiringSubject', { folder })
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
