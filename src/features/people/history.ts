import type { RosterMember, Statement } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import type { Roster } from '../../crypto/index.ts'

/** What became of the people of a folder, in sentences: pure. */

export interface HistoryEntry {
  readonly seq: number
  /** ISO 8601, by the clock of whoever signed. */
  readonly at: string
  readonly hash: string
  /** At least one. */
  readonly sentences: readonly string[]
}

/** The newest first. */
export function historyOf({ statements }: Pick<Roster, 'statements'>): HistoryEntry[] {
  const entries = statements.map(({ statement, hash }, i) => ({
    seq: statement.seq,
    at: statement.at,
    hash,
    sentences: sentencesOf(statements[i - 1]?.statement ?? null, statement),
  }))
  return entries.reverse()
}

/** What became of the folder since the statement of this number, the oldest first; 0: since it was made. */
export const sentencesSince = ({ statements }: Pick<Roster, 'statements'>, seq: number): string[] =>
  statements
    .slice(seq)
    .flatMap(({ statement }, i) => sentencesOf(statements[seq + i - 1]?.statement ?? null, statement))

/** What a statement changed. @param before null for a first one */
export function sentencesOf(before: Statement | null, after: Statement): string[] {
  if (before === null) return [`${nameOf(after, after.actor)} created the folder.`]
  const actor = nameOf(before, after.actor)
  const sentences = [
    ...(after.title === before.title ? [] : [`${actor} renamed the folder to “${shownText(after.title)}”.`]),
    ...before.members.flatMap((member) => changeOf(member, after, actor)),
    ...after.members
      .filter(({ user }) => !before.members.some((member) => member.user === user))
      .map(({ name, role }) => `${actor} added ${shownText(name)} as ${roleNames[role]}.`),
    ...(after.gen === before.gen ? [] : ['The folder has a new key, and a new upload link.']),
  ]
  return sentences.length > 0 ? sentences : [`${actor} signed the same people again.`]
}

const roleNames = { owner: 'an owner', member: 'a member' } as const

function changeOf(member: RosterMember, after: Statement, actor: string): string[] {
  const name = shownText(member.name)
  const now = after.members.find(({ user }) => user === member.user)
  if (!now) return [`${actor} removed ${name}.`]
  return [
    ...(now.name === member.name ? [] : [`${name} is called ${shownText(now.name)} from now on.`]),
    ...(now.fp === member.fp ? [] : [`${name} has another key pair.`]),
    ...(now.role === member.role ? [] : [`${name} became ${roleNames[now.role]}.`]),
  ]
}

const nameOf = ({ members }: Statement, user: number): string =>
  shownText(members.find((member) => member.user === user)?.name ?? '')

/** When the key was named that is named now without a break since. Null where it is not named. */
export function sinceWhen({ statements }: Pick<Roster, 'statements'>, fp: string): string | null {
  let since: string | null = null
  for (const { statement } of statements) {
    const isNamed = statement.members.some((member) => member.fp === fp)
    since = isNamed ? (since ?? statement.at) : null
  }
  return since
}
