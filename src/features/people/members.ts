import type { RosterMember } from '../../../contract/roster.ts'
import type { Contacts, Roster } from '../../../core/crypto/index.ts'
import { locale } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import type { EvaluatedFolder } from '../../../core/trust/trust.ts'
import { sinceWhen } from './history.ts'
import type { ListedMember, MemberAction } from './MemberList.tsx'

/** What is to be done with the people of a folder, after a question. */
export type PendingAction =
  | { readonly type: 'add' | 'new-key' | 'leave' }
  | { readonly type: 'remove' | 'role' | 'compare'; readonly member: RosterMember }

interface Listing {
  members: readonly RosterMember[]
  roster: Roster
  judged: Pick<EvaluatedFolder, 'contacts' | 'leaving'>
  /** Fingerprint of the key that is open. */
  me: string
  /** An owner, in a folder that is trusted. */
  canChange: boolean
  begin: (action: PendingAction) => void
}

/** Owners first, then by name; each with what this person may do. */
export function listedMembers({ members, roster, judged, me, canChange, begin }: Listing): ListedMember[] {
  const compared = new Set(judged.contacts.people.map(({ fp }) => fp))
  const byName = namesOrder()
  const byRoleAndName = (a: RosterMember, b: RosterMember): number =>
    Number(b.role === 'owner') - Number(a.role === 'owner') || byName(a.name, b.name)
  return [...members].sort(byRoleAndName).map((member) => {
    const isMe = member.fp === me
    const isCompared = compared.has(member.fp)
    const asksToLeave = judged.leaving.includes(member.user)
    const action = (label: string, type: 'remove' | 'role' | 'compare'): MemberAction => ({
      label,
      begin: () => begin({ type, member }),
    })
    const actions = isMe
      ? []
      : [
          ...(isCompared ? [] : [action(t('people.actionCompare'), 'compare')]),
          ...(canChange
            ? [
                action(t(member.role === 'owner' ? 'people.actionMember' : 'people.actionOwner'), 'role'),
                action(t(asksToLeave ? 'people.actionConfirm' : 'people.actionRemove'), 'remove'),
              ]
            : []),
        ]
    return { member, isMe, isCompared, asksToLeave, since: sinceWhen(roster, member.fp), actions }
  })
}

/** People whose code was compared before, and who are not in the folder with that key: they need not be asked again. */
export const knownPeople = (
  { people }: Pick<Contacts, 'people'>,
  members: readonly RosterMember[],
): Contacts['people'] => {
  const byName = namesOrder()
  return people
    .filter(({ fp }) => !members.some((member) => member.fp === fp))
    .toSorted((a, b) => byName(a.name, b.name))
}

/** That of the language of the page. */
const namesOrder = () => new Intl.Collator(locale()).compare
