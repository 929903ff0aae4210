import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './message.ts'
import { renderLetter, type Letter } from './template.ts'
/** Mail with a code. No code is in its subject, which is visible on lock screens and in lists of mails. */
export interface CodeMail extends Omit<Letter, 'subject' | 'paragraphs' | 'links'> {
  code: string
  minutes: number
}

/** Mail with the code that verifies an uploader's address. It contains the folder's title, but no file names. */
export function codeMail({ title, minutes, ...letter }: CodeMail & { title: string }): Mail {
  const { say } = letter.texts
  const folder = shownText(oneLine(title))
  const paragraphs = [
    say('mails.code', { folder }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return renderLetter({ ...letter, subject: say('mails.codeSubject', { folder }), paragraphs })
}

/** Mail with the code that opens a download link. It names neither folder nor files, which are behind the gate. */
export function linkCodeMail(mail: CodeMail & { sender: string | undefined }): Mail {
  const { minutes, sender, ...letter } = mail
  const { say } = letter.texts
  const paragraphs = [
    sender === undefined
      ? say('mails.linkCode')
      : say('mails.linkCodeFrom', { name: shownText(oneLine(sender)) }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return renderLetter({ ...letter, subject: say('mails.linkCodeSubject'), paragraphs })
}

/** Mail with the code that verifies the address in a user's profile. */
export function ownCodeMail({ minutes, ...letter }: CodeMail): Mail {
  const { say } = letter.texts
  const paragraphs = [
    say('mails.ownCode'),
    say('mails.ownCodeHow', { minutes: String(minutes) }),
    say('mails.ownCodeIgnore'),
  ]
  return renderLetter({ ...letter, subject: say('mails.ownCodeSubject'), paragraphs })
}
