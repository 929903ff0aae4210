import { assertDefined } from '../../contract/assertDefined.ts'
import { shownText } from '../../contract/shownText.ts'
import type { NoticeRow } from '../db/schema.ts'
import { type Mail, oneLine } from '../mail/message.ts'
import { bodiesOf, type Letter } from '../mail/template.ts'
import type { Words } from '../mail/words.ts'

type Told = Pick<NoticeRow, 'kind' | 'files' | 'bytes' | 'refused' | 'sender_email' | 'happened_at'>

interface NoticeMail extends Pick<Letter, 'origin' | 'look'> {
  words: Words
  to: string
  title: string
  folderId: number
  isOwner: boolean
  notices: readonly Told[]
}

/** Maximum number of events that are described individually. */
const maxListedNotices = 20

/**
 * Mail to one person about the events of a folder since the last mail, oldest first. It contains counts, sizes, times
 * and the verified address of the sender, but no file names and no text by the sender, as mails can be read in transit.
 */
export function noticeMail({ to, title, folderId, isOwner, notices, ...letter }: NoticeMail): Mail {
  const { words, origin } = letter
  const folder = shownText(oneLine(title))
  // Owners find the switch in the settings of the folder, others below its files.
  const switchPath = isOwner ? `/folders/edit/${folderId}` : `/folders/view/${folderId}#people`
  const told = notices.slice(0, maxListedNotices).map((notice) => sentenceOf(words, notice, folder))
  const paragraphs = [
    ...told,
    ...(notices.length > maxListedNotices ? [restOf(words, notices.slice(maxListedNotices))] : []),
    words.say('mails.noNames'),
    words.say('mails.why'),
  ]
  const links = [
    { label: words.say('mails.openFolder'), path: `/folders/view/${folderId}` },
    { label: words.say('mails.switchOff'), path: switchPath },
  ]
  return {
    to,
    subject: subjectOf(words, notices, folder),
    ...bodiesOf({ ...letter, paragraphs, links }),
    unsubscribe: origin && new URL(switchPath, origin).href,
  }
}

function subjectOf({ say }: Words, notices: readonly Told[], folder: string): string {
  if (notices.length > 1) return say('mails.newsSubject', { folder })
  const { kind, files } = assertDefined(notices[0])
  if (kind === 'download') return say('mails.linkUsedSubject', { folder })
  if (kind === 'cut-off') return say('mails.cutOffSubject', { folder })
  if (files === 0) return say('mails.failedSubject', { folder })
  return say(kind === 'complete' ? 'mails.arrivedSubject' : 'mails.arrivedNotAllSubject', { folder })
}

function sentenceOf(words: Words, notice: Told, folder: string): string {
  const { kind, files, refused, sender_email, happened_at } = notice
  const time = words.timeOf(happened_at)
  const amount = amountOf(words, notice)
  if (kind === 'download') return words.say('mails.linkUsed', { folder, amount, time })
  const lost = refused === 0 ? [] : [words.say('mails.refused', { count: refused })]
  if (files === 0) return [words.say('mails.failed', { folder, time }), ...lost].join(' ')
  return [
    words.say('mails.arrived', { amount, folder, time }),
    ...(sender_email === null ? [] : [words.say('mails.from', { email: sender_email })]),
    ...lost,
    ...(kind === 'cut-off' ? [words.say('mails.cutOff')] : []),
  ].join(' ')
}

function restOf(words: Words, notices: readonly Told[]): string {
  const sum = (of: 'files' | 'bytes') => notices.reduce((all, one) => all + one[of], 0)
  const amount = amountOf(words, { files: sum('files'), bytes: sum('bytes') })
  return words.say('mails.more', { count: notices.length, amount })
}

const amountOf = ({ say, sizeOf }: Words, { files, bytes }: Pick<Told, 'files' | 'bytes'>): string =>
  say('mails.amount', { files, size: sizeOf(bytes) })
