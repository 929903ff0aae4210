import type { Mail } from './message.ts'
import { bodiesOf, type MailLook } from './template.ts'
import type { Words } from './words.ts'

/** Mail with the code that verifies the address in an administrator's profile. */
export function ownCodeMail({
  to,
  code,
  minutes,
  origin,
  look,
  words,
}: {
  words: Words
  to: string
  code: string
  minutes: number
  origin: string | undefined
  look?: MailLook | undefined
}): Mail {
  const letter = {
    words,
    paragraphs: [
      words.say('mails.ownCode'),
      words.say('mails.ownCodeHow', { minutes: String(minutes) }),
      words.say('mails.ownCodeIgnore'),
    ],
    code,
    origin,
    look,
  }
  return { to, subject: words.say('mails.ownCodeSubject'), ...bodiesOf(letter) }
}
