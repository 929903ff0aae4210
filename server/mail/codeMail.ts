import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './message.ts'
import { bodiesOf, type MailLook } from './template.ts'
import type { Words } from './words.ts'

/** The mail with which an uploader proves an address. It names the folder's title and no file. */
export function codeMail({
  to,
  title,
  code,
  minutes,
  origin,
  look,
  words,
}: {
  words: Words
  to: string
  title: string
  code: string
  minutes: number
  origin: string | undefined
  look?: MailLook | undefined
}): Mail {
  const folder = shownText(oneLine(title))
  const letter = {
    words,
    paragraphs: [
      words.say('mails.code', { folder }),
      words.say('mails.codeHow', { minutes: String(minutes) }),
      words.say('mails.codeIgnore'),
    ],
    code,
    origin,
    look,
  }
  return {
    to,
    // The code stays out of the subject: that is what locked screens and lists of mails show.
    subject: words.say('mails.codeSubject', { folder }),
    ...bodiesOf(letter),
  }
}
