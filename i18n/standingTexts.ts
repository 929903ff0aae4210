import { shownText } from '../contract/shownText.ts'
import type { BrokenRoster } from '../core/crypto/index.ts'
import { type Key, t } from './t.ts'
import type { ContactsProblem } from '../core/trust/contactsAlarm.ts'
import type { Alarm, Signer } from '../core/trust/evaluateTrust.ts'

/** Explains why a folder is not trusted, and what to do. */
export interface StandingText {
  readonly title: string
  /** Paragraphs. */
  readonly body: readonly string[]
}

export function alarmText(alarm: Alarm): StandingText {
  const askPeople = t('people.askPeople')
  switch (alarm.type) {
    case 'broken':
      return {
        title: t('people.broken'),
        body: [`${brokenText(alarm.broken)} ${t('people.brokenText')}`, askPeople],
      }
    case 'withheld':
      return { title: t('people.withheld'), body: [t('people.withheldText'), askPeople] }
    case 'exchanged':
      return { title: t('people.exchanged'), body: [t('people.exchangedText'), askPeople] }
    case 'title': {
      const [shown, signed] = [shownText(alarm.shown), shownText(alarm.signed)]
      return {
        title: t('people.otherTitle'),
        body: [t('people.otherTitleText', { shown, signed }), askPeople],
      }
    }
    case 'not-named':
      return { title: t('people.notNamed'), body: [t('people.notNamedText')] }
    case 'other-key':
      return { title: t('people.otherKey'), body: [t('people.otherKeyText'), t('people.otherKeyElse')] }
    case 'rollback':
      return { title: t('people.rollback'), body: [t('people.rollbackText'), askPeople] }
    case 'fork':
      return { title: t('people.fork'), body: [t('people.forkText'), askPeople] }
  }
}

const brokenText = ({ problem, seq }: BrokenRoster): string => t(brokenTexts[problem], { seq })

const brokenTexts = {
  empty: 'people.brokenEmpty',
  spelling: 'people.brokenSpelling',
  begin: 'people.brokenBegin',
  folder: 'people.brokenFolder',
  order: 'people.brokenOrder',
  actor: 'people.brokenActor',
  generation: 'people.brokenGeneration',
  removal: 'people.brokenRemoval',
  ownerless: 'people.brokenOwnerless',
  signature: 'people.brokenSignature',
} as const satisfies Record<BrokenRoster['problem'], Key>

export function invitationText(signer: Signer, title: string): StandingText {
  const name = shownText(signer.name)
  return {
    title: t('people.invitation', { name, title: shownText(title) }),
    body: [
      t('people.invitationText'),
      signer.isCompared ? t('people.invitationCompared') : t('people.invitationNotCompared', { name }),
    ],
  }
}

/** If the signer is compared, a statement that they signed and gave up has appeared. */
export function unsureText(signer: Signer): StandingText {
  if (signer.isCompared) return { title: t('people.givenUpCame'), body: [t('people.givenUpCameText')] }
  const name = shownText(signer.name)
  return { title: t('people.unsure', { name }), body: [t('people.unsureText', { name })] }
}

export function contactsText(problem: ContactsProblem): StandingText {
  const title = t('people.contacts')
  switch (problem) {
    case 'altered':
      return { title, body: [t('people.contactsAltered'), t('people.contactsReload')] }
    case 'older':
      return { title, body: [t('people.contactsOlder')] }
    case 'other':
      return { title, body: [t('people.contactsOther')] }
  }
}
