import type { RosterMember, Statement } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import type { Roster } from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'

/** Returns what each statement changed, newest first; `at` is a time of the signer's clock. */
export const historyEntries = ({ statements }: Pick<Roster, 'statements'>) =>
  statements
    .map(({ statement }, i) => ({
      seq: statement.seq,
      at: statement.at,
      sentences: describeChanges(statements[i - 1]?.statement ?? null, statement),
    }))
    .reverse()

/** Returns the changes after the statement with this number, oldest first; 0 for all. */
export const changesSince = ({ statements }: Pick<Roster, 'statements'>, seq: number): string[] =>
  statements
    .slice(seq)
    .flatMap(({ statement }, i) => describeChanges(statements[seq + i - 1]?.statement ?? null, statement))

/** Describes the changes of a statement. @param before null for the first one */
export function describeChanges(before: Statement | null, after: Statement): string[] {
  if (before === null) return [t('people.created', { actor: nameOf(after, after.actor) })]
  const actor = nameOf(before, after.actor)
  const sentences = [
    ...(after.title === before.title ? [] : [t('people.renamed', { actor, title: shownText(after.title) })]),
    ...before.members.flatMap((member) => describeMemberChanges(member, after, actor)),
    ...after.members
      .filter(({ user }) => !before.members.some((member) => member.user === user))
      .map(({ name, role }) => t('people.added', { actor, name: shownText(name), role })),
    ...(after.gen === before.gen ? [] : [t('people.rotated')]),
  ]
  return sentences.length > 0 ? sentences : [t('people.signedAgain', { actor })]
}

function describeMemberChanges(member: RosterMember, after: Statement, actor: string): string[] {
  const name = shownText(member.name)
  const current = after.members.find(({ user }) => user === member.user)
  if (!current) return [t('people.removed', { actor, name })]
  return [
    ...(current.name === member.name ? [] : [t('people.calledNow', { name, now: shownText(current.name) })]),
    ...(current.fp === member.fp ? [] : [t('people.otherPair', { name })]),
    ...(current.role === member.role ? [] : [t('people.became', { name, role: current.role })]),
  ]
}

const nameOf = ({ members }: Statement, user: number): string =>
  shownText(members.find((member) => member.user === user)?.name ?? '')

/** Returns the time since which the key has been listed without interruption; null if it is not listed. */
export function memberSince({ statements }: Pick<Roster, 'statements'>, fp: string): string | null {
  let since: string | null = null
  for (const { statement } of statements) {
    const isListed = statement.members.some((member) => member.fp === fp)
    since = isListed ? (since ?? statement.at) : null
  }
  return since
}
