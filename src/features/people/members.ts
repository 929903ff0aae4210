import { maxFolderMembers } from '../../../contract/limits.ts'
import type { RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import type { Contacts, Roster } from '../../../core/crypto/index.ts'
import { locale } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import type { EvaluatedFolder } from '../../../core/trust/trust.ts'
import { memberSince } from './rosterChanges.ts'
import type { MenuAction } from '../../ui/buttons/DropdownMenu.tsx'
import type { ListedMember } from './MemberList.tsx'

export type PendingAction =
  | { readonly type: 'add' | 'new-key' | 'leave' }
  | { readonly type: 'remove' | 'role' | 'compare'; readonly member: RosterMember }

type MemberActionType = Extract<PendingAction, { member: unknown }>['type']

interface ListingInput {
  members: readonly RosterMember[]
  roster: Roster
  evaluated: Pick<EvaluatedFolder, 'contacts' | 'leaving'>
  /** Fingerprint of the unlocked key. */
  ownFingerprint: string
  /** True for an owner, in a folder that is trusted. */
  canChange: boolean
  onAction: (action: PendingAction) => void
}

/** Lists the members, owners first, then by name, each with the actions available to this person. */
export function listMembers({
  members,
  roster,
  evaluated,
  ownFingerprint,
  canChange,
  onAction,
}: ListingInput): ListedMember[] {
  const compared = new Set(evaluated.contacts.people.map(({ fp }) => fp))
  const byRoleAndName = (a: RosterMember, b: RosterMember): number =>
    Number(b.role === 'owner') - Number(a.role === 'owner') || byName(a, b)
  return members.toSorted(byRoleAndName).map((member) => {
    const isMe = member.fp === ownFingerprint
    const isCompared = compared.has(member.fp)
    const asksToLeave = evaluated.leaving.includes(member.user)
    const action = (label: string, type: MemberActionType): MenuAction => ({
      label,
      onChoose: () => onAction({ type, member }),
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

/**
 * Returns why a person who is not in the folder with this key cannot be added, as a sentence; null if they can.
 * A new key replaces that of the same id and name, see `applyRosterEdit`.
 */
export function addProblem(
  members: readonly RosterMember[],
  { user, name }: Pick<RosterMember, 'user' | 'name'>,
): string | null {
  const former = members.find((member) => member.user === user)
  if (former && former.name !== name)
    return t('people.formerName', { former: shownText(former.name), name: shownText(name) })
  return !former && members.length >= maxFolderMembers
    ? t('people.tooMany', { limit: maxFolderMembers })
    : null
}

/** Returns people whose code was compared earlier and who are not in the folder with that key. */
export const comparedNonMembers = (
  { people }: Pick<Contacts, 'people'>,
  members: readonly RosterMember[],
): Contacts['people'] =>
  people.filter(({ fp }) => !members.some((member) => member.fp === fp)).toSorted(byName)

const byName = (a: Pick<RosterMember, 'name'>, b: Pick<RosterMember, 'name'>): number =>
  a.name.localeCompare(b.name, locale())
