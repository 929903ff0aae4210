import { shownText } from '../../contract/shownText.ts'
import { type Mail, oneLine } from '../mail/message.ts'
import { bodiesOf, type Letter } from '../mail/template.ts'
import type { Words } from '../mail/words.ts'

interface AddedMail extends Pick<Letter, 'origin' | 'look'> {
  words: Words
  to: string
  title: string
  folderId: number
  /** User name of who added the person: members know each other by these, and nobody chooses another's. */
  by: string
}

/** Mail to a person who was added to a folder. */
export function addedMail({ to, title, folderId, by, ...letter }: AddedMail): Mail {
  const { words } = letter
  const names = { folder: shownText(oneLine(title)), name: shownText(oneLine(by)) }
  const links = [
    { label: words.say('mails.openFolder'), path: `/folders/view/${folderId}` },
    { label: words.say('mails.ownAddress'), path: '/profile/account' },
  ]
  return {
    to,
    subject: words.say('mails.addedSubject', names),
    ...bodiesOf({
      ...letter,
      paragraphs: [words.say('mails.added', names), words.say('mails.addedWhy')],
      links,
    }),
  }
}
