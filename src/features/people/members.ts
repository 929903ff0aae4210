import type { RosterMember } from '../../../contract/roster.ts'
import type { Contacts, Roster } from '../../../core/crypto/index.ts'
import { locale } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import type { EvaluatedFolder } from '../../../core/trust/trust.ts'
import { memberSince } from './history.ts'
import type { ListedMember, MemberAction } from './MemberList.tsx'

/** An action on the people of a folder that awaits confirmation. */
export type PendingAction =
  | { readonly type: 'add' | 'new-key' | 'leave' }
  | { readonly type: 'remove' | 'role' | 'compare'; readonly member: RosterMember }

type MemberActionType = Extract<PendingAction, { member: unknown }>['type']

interface Listing {
  members: readonly RosterMember[]
  roster: Roster
  evaluated: Pick<EvaluatedFolder, 'contacts' | 'leaving'>
  /** Fingerprint of the unlocked key. */
  me: string
  /** True for an owner, in a folder that is trusted. */
  canChange: boolean
  begin: (action: PendingAction) => void
}

/** Lists the members, owners first, then by name, each with the actions available to this person. */
export function listedMembers({ members, roster, evaluated, me, canChange, begin }: Listing): ListedMember[] {
  const compared = new Set(evaluated.contacts.people.map(({ fp }) => fp))
  const byName = namesOrder()
  const byRoleAndName = (a: RosterMember, b: RosterMember): number =>
    Number(b.role === 'owner') - Number(a.role === 'owner') || byName(a.name, b.name)
  return members.toSorted(byRoleAndName).map((member) => {
    const isMe = member.fp === me
    const isCompared = compared.has(member.fp)
    const asksToLeave = evaluated.leaving.includes(member.user)
    const action = (label: string, type: MemberActionType): MemberAction => ({
      label,
      onChoose: () => begin({ type, member }),
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
    return { member, isMe, isCompared, asksToLeave, since: memberSince(roster, member.fp), actions }
  })
}

/** Returns people whose code was compared earlier and who are not in the folder with that key. */
export const knownPeople = (
  { people }: Pick<Contacts, 'people'>,
  members: readonly RosterMember[],
): Contacts['people'] => {
  const byName = namesOrder()
  return people
    .filter(({ fp }) => !members.some((member) => member.fp === fp))
    .toSorted((a, b) => byName(a.name, b.name))
}

/** Returns the collation of the page's language. */
const namesOrder = () => new Intl.Collator(locale()).compare
