import { shownText } from '../../contract/shownText.ts'
import type { BatchSum } from '../db/folders/folderSums.ts'
import { oneLine, type Mail } from './mail.ts'
import { renderMail, type MailContent } from './renderMail.ts'

interface ConfirmationMail extends BatchSum, Pick<MailContent, 'to' | 'texts' | 'origin' | 'look'> {
  title: string
  /** Display name of the folder's owner, if they show one. */
  ownerName: string | undefined
}

/** Mail that confirms an upload to its sender. It has no file names and no links, as mails can be read in transit. */
export function confirmationMail({ title, ownerName, ...batch }: ConfirmationMail): Mail {
  const { files, bytes, sealedBytes, lastAt, firstExpiry, ...content } = batch
  const { say, sizeOf, timeOf } = content.texts
  const folder = shownText(oneLine(title))
  const amount = say('mails.amount', { files, size: sizeOf(bytes) })
  const paragraphs = [
    say('mails.arrived', { amount, folder, time: timeOf(lastAt) }),
    ...(ownerName === undefined ? [] : [say('mails.askedBy', { name: shownText(oneLine(ownerName)) })]),
    ...(firstExpiry === null ? [] : [say('mails.deletedFrom', { time: timeOf(firstExpiry) })]),
    say('mails.exactSizes', { bytes, sealed: sealedBytes }),
    say('mails.namesInReceipt'),
    say('mails.confirmationWhy'),
  ]
  return renderMail({ ...content, subject: say('mails.confirmationSubject', { folder }), paragraphs })
}
