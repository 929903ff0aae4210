import { shownText } from '../../../contract/shownText.ts'
import type { BrokenRoster } from '../../crypto/index.ts'
import type { ContactsProblem } from '../../trust/contactsAlarm.ts'
import type { Alarm, Signer } from '../../trust/judge.ts'

/** What a person reads where a folder is not trusted as it stands: what it is, and what to do. */
export interface StandingText {
  readonly title: string
  /** Paragraphs. */
  readonly body: readonly string[]
}

const askPeople =
  'Until you know why, make no links of it and do not hand out its upload link. Ask its other people, by phone or in person, what they see.'

export function alarmText(alarm: Alarm): StandingText {
  switch (alarm.type) {
    case 'broken':
      return {
        title: 'The list of people of this folder is not genuine',
        body: [
          `${brokenText(alarm.broken)} No owner of the folder made it so: the server has altered or lost something. Nothing of this folder is opened.`,
          askPeople,
        ],
      }
    case 'withheld':
      return {
        title: 'The server holds back who is in this folder',
        body: [
          'You know this folder, and the server gives no list of its people any more: an owner has removed you, it was deleted, or the list is held back. Nothing of it is opened.',
          askPeople,
        ],
      }
    case 'exchanged':
      return {
        title: 'This is the list of people of another folder',
        body: [
          'The server shows one folder and gives the people of another. Nothing of it is opened.',
          askPeople,
        ],
      }
    case 'title':
      return {
        title: 'This folder has another title',
        body: [
          `The server shows it as “${shownText(alarm.shown)}”. Its owners have signed the title “${shownText(alarm.signed)}”. Whoever exchanges titles could have you give the address of one folder to the senders of another. Nothing of it is opened.`,
          askPeople,
        ],
      }
    case 'not-named':
      return {
        title: 'You are not in this folder any more',
        body: [
          'The newest list of its people does not name you. An owner has removed you, or the server shows you a list that is not meant for you. Ask an owner.',
        ],
      }
    case 'other-key':
      return {
        title: 'This folder knows you with another key',
        body: [
          'Its people were told of another key pair of yours than the one that is open now. If you have a new key pair, send your new code to an owner: they remove you and add you again.',
          'If you have not, somebody may have pretended to be you. Tell the owners, by phone or in person.',
        ],
      }
    case 'rollback':
      return {
        title: 'The server shows an older state of this folder',
        body: [
          'You have seen a newer list of its people than the server gives now. Either the server was restored from a backup, or it brings back somebody who was removed. Nothing of this folder is opened.',
          askPeople,
        ],
      }
    case 'fork':
      return {
        title: 'The server shows another history of this folder',
        body: [
          'What you have seen of its people is not in what the server gives now. Either the server was restored from a backup and the folder was changed since, or it shows different people different lists. Nothing of this folder is opened.',
          askPeople,
        ],
      }
  }
}

function brokenText({ problem, seq }: BrokenRoster): string {
  if (problem === 'empty') return 'The server gives no list at all.'
  return `Entry number ${seq} of its history ${brokenTexts[problem]}.`
}

const brokenTexts: Record<Exclude<BrokenRoster['problem'], 'empty'>, string> = {
  spelling: 'cannot be read',
  begin: 'does not begin a folder',
  folder: 'belongs to another folder',
  order: 'does not follow the one before',
  actor: 'is signed by somebody who was no owner',
  generation: 'names a key that does not fit',
  removal: 'removes somebody and keeps the key',
  ownerless: 'leaves nobody as an owner',
  signature: 'does not have the signature of whoever should have made it',
}

export const invitationText = (signer: Signer, title: string): StandingText => ({
  title: `${shownText(signer.name)} added you to “${shownText(title)}”`,
  body: [
    'You can open its files already, and so can everybody in it. Once you have accepted, you can also hand out its links.',
    signer.isCompared
      ? 'You have compared their code: accept if you expected this.'
      : `Anybody could have made this folder and written that name. Compare the code of ${shownText(signer.name)} first: it has to come from them, not from this server.`,
  ],
})

/** A compared signer: what this person signed and gave up has appeared. */
export const unsureText = (signer: Signer): StandingText =>
  signer.isCompared
    ? {
        title: 'A change that was given up has come into force',
        body: [
          'You have signed it and given it up, and the server shows it all the same. Files open; links are made and copied again when you have accepted it. If you do not want it, accept it and change it back.',
        ],
      }
    : {
        title: `${shownText(signer.name)} changed who is in this folder`,
        body: [
          `You have not compared the code of ${shownText(signer.name)} yet. Files open; links are made and copied again when you have.`,
        ],
      }

export function contactsText(problem: ContactsProblem): StandingText {
  const title = 'What you remember of others is not as you left it'
  const remembered =
    'Whom you have compared and which folders you know lies with the server, sealed with your key.'
  const until = 'Until this is settled no folder of several people is opened.'
  switch (problem) {
    case 'altered':
      return {
        title,
        body: [
          `${remembered} What it gives back does not open: it was altered, or belongs to another key. ${until}`,
          'Reload in a while. If it stays so, tell whoever runs this server.',
        ],
      }
    case 'older':
      return {
        title,
        body: [
          `${remembered} This device has seen a newer state than the server gives now. Either the server was restored from a backup, or it wants you to forget whom you have compared. ${until}`,
        ],
      }
    case 'other':
      return {
        title,
        body: [
          `${remembered} This device has seen another state of the same number. Either the server was restored from a backup and you have changed it since on another device, or it shows your devices different things. ${until}`,
        ],
      }
  }
}
