import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './mail.ts'
import { renderMail, type MailContent } from './renderMail.ts'

/** Content of a mail with a code. Subjects have no code, as they are visible on lock screens and in lists of mails. */
export interface CodeMailContent extends Omit<MailContent, 'subject' | 'paragraphs' | 'links'> {
  code: string
  minutes: number
}

/** Mail with the code that verifies an uploader's address. It contains the folder's title, but no file names. */
export function uploadCodeMail({ title, minutes, ...content }: CodeMailContent & { title: string }): Mail {
  const { say } = content.texts
  const folder = shownText(oneLine(title))
  const paragraphs = [
    say('mails.code', { folder }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return renderMail({ ...content, subject: say('mails.codeSubject', { folder }), paragraphs })
}

/** Mail with the code that opens a download link. It names neither folder nor files, which are behind the gate. */
export function downloadCodeMail(mail: CodeMailContent & { sender: string | undefined }): Mail {
  const { minutes, sender, ...content } = mail
  const { say } = content.texts
  const paragraphs = [
    sender === undefined
      ? say('mails.linkCode')
      : say('mails.linkCodeFrom', { name: shownText(oneLine(sender)) }),
    say('mails.codeHow', { minutes: String(minutes) }),
    say('mails.codeIgnore'),
  ]
  return renderMail({ ...content, subject: say('mails.linkCodeSubject'), paragraphs })
}

/** Mail with the code that verifies the address in a user's profile. */
export function profileCodeMail({ minutes, ...content }: CodeMailContent): Mail {
  const { say } = content.texts
  const paragraphs = [
    say('mails.ownCode'),
    say('mails.ownCodeHow', { minutes: String(minutes) }),
    say('mails.ownCodeIgnore'),
  ]
  return renderMail({ ...content, subject: say('mails.ownCodeSubject'), paragraphs })
}
