import { certain } from '../../contract/certain.ts'
import { shownText } from '../../contract/shownText.ts'
import type { NoticeRow } from '../db/schema.ts'
import { countOf, sizeOf, timeOf } from '../mail/figures.ts'
import { type Mail, oneLine } from '../mail/message.ts'
import { html, plainText } from '../mail/template.ts'

type Told = Pick<NoticeRow, 'kind' | 'files' | 'bytes' | 'refused' | 'sender_email' | 'happened_at'>

/** So many happenings are told one by one. */
const mostTold = 20

/**
 * What happened in a folder since the last mail, oldest first, for one person. Count, size and time, and the address
 * that a sender has proven; no name of a file, and nothing that a sender wrote: mails are read on their way.
 */
export function noticeMail({
  to,
  title,
  notices,
  origin,
}: {
  to: string
  title: string
  notices: readonly Told[]
  origin: string | undefined
}): Mail {
  const folder = shownText(oneLine(title))
  const told = notices.slice(0, mostTold).map((notice) => sentenceOf(notice, folder))
  const letter = {
    paragraphs: [
      ...told,
      ...(notices.length > mostTold ? [restOf(notices.slice(mostTold))] : []),
      'Names of files are not in this mail. Sign in to see them.',
      'You get it because you have switched on mails for this folder, and can switch them off there.',
    ],
    origin,
  }
  return { to, subject: subjectOf(notices, folder), text: plainText(letter), html: html(letter) }
}

function subjectOf(notices: readonly Told[], folder: string): string {
  if (notices.length > 1) return `News from "${folder}"`
  const { kind, files } = certain(notices[0])
  if (kind === 'download') return `A link of "${folder}" was used`
  if (kind === 'cut-off') return `An upload to "${folder}" was not finished`
  if (files === 0) return `An upload to "${folder}" failed`
  return kind === 'complete' ? `Files arrived in "${folder}"` : `Files arrived in "${folder}", but not all`
}

function sentenceOf(notice: Told, folder: string): string {
  const { kind, files, refused, sender_email, happened_at } = notice
  const when = timeOf(happened_at)
  const amount = amountOf(notice)
  if (kind === 'download')
    return `A download link of "${folder}" with ${amount} was used for the first time, on ${when}.`
  const from = sender_email === null ? '' : ` From ${sender_email}, a verified address.`
  const lost =
    refused === 0
      ? ''
      : ` ${countOf(refused, 'file')} ${refused === 1 ? 'was' : 'were'} refused, and the sender was told why.`
  if (files === 0) return `An upload to "${folder}" failed on ${when}.${lost}`
  const arrived = `${amount} arrived in "${folder}" on ${when}.`
  const cut =
    kind === 'cut-off'
      ? ' The upload was not finished: nothing more has come for a day. What is here is complete, and the rest may still follow.'
      : ''
  return `${arrived}${from}${lost}${cut}`
}

function restOf(notices: readonly Told[]): string {
  const sum = (of: 'files' | 'bytes') => notices.reduce((all, one) => all + one[of], 0)
  const amount = amountOf({ files: sum('files'), bytes: sum('bytes') })
  return `${countOf(notices.length, 'more notice')} of the same time, with ${amount} in all.`
}

const amountOf = ({ files, bytes }: Pick<Told, 'files' | 'bytes'>): string =>
  `${countOf(files, 'file')} (${sizeOf(bytes)})`
