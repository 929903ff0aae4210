import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './message.ts'
import { bodiesOf, type MailLook } from './template.ts'
import type { Words } from './words.ts'

/**
 * Mail with the code that verifies an uploader's address. It contains the folder's title, but no file names.
 */
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
    // No code in the subject, which is visible on lock screens and in lists of mails.
    subject: words.say('mails.codeSubject', { folder }),
    ...bodiesOf(letter),
  }
}
