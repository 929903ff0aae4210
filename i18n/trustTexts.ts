import { shownText } from '../contract/shownText.ts'
import type { BrokenRoster } from '../core/crypto/index.ts'
import { type TextKey, t } from './t.ts'
import type { ContactsProblem } from '../core/trust/contactsAlarm.ts'
import type { Alarm, Signer } from '../core/trust/evaluateTrust.ts'

/** Explains why a folder is not trusted, and what to do. */
export interface TrustText {
  readonly title: string
  /** Paragraphs. */
  readonly body: readonly string[]
}

export function alarmText(alarm: Alarm): TrustText {
  const askPeople = t('people.askPeople')
  if (alarm.type === 'broken')
    return {
      title: t('people.broken'),
      body: [`${brokenText(alarm.broken)} ${t('people.brokenText')}`, askPeople],
    }
  if (alarm.type === 'title') {
    const [shown, signed] = [shownText(alarm.shown), shownText(alarm.signed)]
    return { title: t('people.otherTitle'), body: [t('people.otherTitleText', { shown, signed }), askPeople] }
  }
  const [title, ...body] = alarmKeys[alarm.type]
  return { title: t(title), body: body.map((key) => t(key)) }
}

/** Titles and paragraphs. */
const alarmKeys = {
  withheld: ['people.withheld', 'people.withheldText', 'people.askPeople'],
  exchanged: ['people.exchanged', 'people.exchangedText', 'people.askPeople'],
  'not-named': ['people.notNamed', 'people.notNamedText'],
  'other-key': ['people.otherKey', 'people.otherKeyText', 'people.otherKeyElse'],
  rollback: ['people.rollback', 'people.rollbackText', 'people.askPeople'],
  fork: ['people.fork', 'people.forkText', 'people.askPeople'],
} as const satisfies Record<Exclude<Alarm['type'], 'broken' | 'title'>, readonly [TextKey, ...TextKey[]]>

const brokenText = ({ problem, seq }: BrokenRoster): string => t(brokenKeys[problem], { seq })

const brokenKeys = {
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
} as const satisfies Record<BrokenRoster['problem'], TextKey>

export function invitationText(signer: Signer, title: string): TrustText {
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
export function unsureText(signer: Signer): TrustText {
  if (signer.isCompared) return { title: t('people.givenUpCame'), body: [t('people.givenUpCameText')] }
  const name = shownText(signer.name)
  return { title: t('people.unsure', { name }), body: [t('people.unsureText', { name })] }
}

const contactsKeys = {
  altered: ['people.contactsAltered', 'people.contactsReload'],
  older: ['people.contactsOlder'],
  other: ['people.contactsOther'],
} as const satisfies Record<ContactsProblem, readonly TextKey[]>

export const contactsText = (problem: ContactsProblem): TrustText => ({
  title: t('people.contacts'),
  body: contactsKeys[problem].map((key) => t(key)),
})
