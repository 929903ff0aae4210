import { shownText } from '../../contract/shownText.ts'
import { type Mail, oneLine } from '../mail/message.ts'
import { renderLetter, type Letter } from '../mail/template.ts'
import type { MailTexts } from '../mail/mailTexts.ts'

interface AddedMail extends Pick<Letter, 'origin' | 'look'> {
  texts: MailTexts
  to: string
  title: string
  folderId: number
  /** User name of who added the person: members know each other by these, and nobody chooses another's. */
  by: string
}

/** Mail to a person who was added to a folder. */
export function addedMail({ to, title, folderId, by, ...letter }: AddedMail): Mail {
  const { texts } = letter
  const names = { folder: shownText(oneLine(title)), name: shownText(oneLine(by)) }
  const links = [
    { label: texts.say('mails.openFolder'), path: `/folders/view/${folderId}` },
    { label: texts.say('mails.ownAddress'), path: '/profile/account' },
  ]
  return {
    to,
    subject: texts.say('mails.addedSubject', names),
    ...renderLetter({
      ...letter,
      paragraphs: [texts.say('mails.added', names), texts.say('mails.addedWhy')],
      links,
    }),
  }
}
