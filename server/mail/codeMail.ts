import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './message.ts'
import { renderLetter, type Letter } from './template.ts'
import type { MailTexts } from './mailTexts.ts'

/** Mail with a code. No code is in its subject, which is visible on lock screens and in lists of mails. */
export interface CodeMail extends Omit<Letter, 'paragraphs' | 'links'> {
  texts: MailTexts
  to: string
  code: string
  minutes: number
}

/** Mail with the code that verifies an uploader's address. It contains the folder's title, but no file names. */
export function codeMail({ to, title, minutes, ...letter }: CodeMail & { title: string }): Mail {
  const { say } = letter.texts
  const folder = shownText(oneLine(title))
  const paragraphs = [
    say('mails.code', { folder }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return { to, subject: say('mails.codeSubject', { folder }), ...renderLetter({ ...letter, paragraphs }) }
}

/**
 * Mail with the code that opens a download link. It names neither folder nor files, which are behind the gate; the
 * sender by their display name, if they show one.
 */
export function linkCodeMail(mail: CodeMail & { sender: string | undefined }): Mail {
  const { to, minutes, sender, ...letter } = mail
  const { say } = letter.texts
  const paragraphs = [
    sender === undefined
      ? say('mails.linkCode')
      : say('mails.linkCodeFrom', { name: shownText(oneLine(sender)) }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return { to, subject: say('mails.linkCodeSubject'), ...renderLetter({ ...letter, paragraphs }) }
}

/** Mail with the code that verifies the address in a user's profile. */
export function ownCodeMail({ to, minutes, ...letter }: CodeMail): Mail {
  const { say } = letter.texts
  const paragraphs = [
    say('mails.ownCode'),
    say('mails.ownCodeHow', { minutes: String(minutes) }),
    say('mails.ownCodeIgnore'),
  ]
  return { to, subject: say('mails.ownCodeSubject'), ...renderLetter({ ...letter, paragraphs }) }
}
