import type { RosterMember } from '../../contract/roster.ts'
import type {
  BrokenRoster,
  Contacts,
  KnownFolder,
  Person,
  Roster,
  VerifiedStatement,
} from '../crypto/index.ts'

/**
 * [Note: Whom to believe]
 * What a server says of a folder of several people is judged here, by what the person and this device remember; pure.
 * core/crypto/FORMAT.md has the rules. An alarm opens nothing; without an alarm files open, and until the folder is trusted
 * and accepted no link is made or copied, nothing is brought in, no statement is signed and no grant given.
 */

/** The person at this device, by the key that is open. */
export interface Me {
  readonly user: number
  /** Fingerprint, base64url. */
  readonly fp: string
}

/** A statement in short, for people to compare. */
export interface StatementInShort {
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  readonly hash: string
}

export type Alarm =
  /** The chain breaks a rule, or a signature does not verify. */
  | { readonly type: 'broken'; readonly broken: BrokenRoster }
  /** A folder that the person knows, and no roster. */
  | { readonly type: 'withheld' }
  /** The roster is of another folder than the list says. */
  | { readonly type: 'exchanged' }
  /** The list shows another title than the newest statement. */
  | { readonly type: 'title'; readonly shown: string; readonly signed: string }
  /** The newest statement does not name the person. */
  | { readonly type: 'not-named' }
  /** It names them with another key than the one that is open. */
  | { readonly type: 'other-key' }
  /** An older state than the one that was seen. `wayBack`: null where the older state cannot be taken. */
  | {
      readonly type: 'rollback'
      readonly seen: StatementInShort | null
      readonly shown: StatementInShort
      readonly wayBack: WayBack | null
    }
  /** Another history than the one that was seen. */
  | {
      readonly type: 'fork'
      readonly seen: StatementInShort | null
      readonly shown: StatementInShort
      readonly wayBack: WayBack | null
    }

/** What taking the older state of a restored server means. */
export interface WayBack {
  /** People who may open the folder again. */
  readonly returning: readonly { readonly name: string; readonly fp: string }[]
  /** Members who are owners again. */
  readonly regaining: readonly { readonly name: string; readonly fp: string }[]
}

export type Standing =
  | { readonly type: 'trusted' }
  /** Never accepted; `signer` made the newest statement. */
  | { readonly type: 'invitation'; readonly signer: Signer }
  /**
   * Accepted once; somebody who was not compared has changed it, or what this person signed and gave up has appeared:
   * `signer` is then compared.
   */
  | { readonly type: 'unsure'; readonly signer: Signer }
  | { readonly type: 'alarm'; readonly alarm: Alarm }

export interface Signer {
  /** As they were compared, else as the statements name them. */
  readonly name: string
  readonly fp: string
  readonly isCompared: boolean
}

/** What is known of one folder. */
export interface Known {
  readonly me: Me
  readonly contacts: Pick<Contacts, 'people' | 'folders'>
  /** The chain that this device saw last; empty when none. */
  readonly kept: readonly VerifiedStatement[]
  /** Hashes of statements that the person signed and gave up on this device. */
  readonly givenUp: readonly string[]
}

/** What the list of folders says of it. */
export interface ClaimedFolder {
  readonly title: string
  /** The folder's own id, base64url. */
  readonly folder: string
}

export function standingOf(claimed: ClaimedFolder, roster: Roster | BrokenRoster, known: Known): Standing {
  const alarm = alarmOf(claimed, roster, known)
  if (alarm) return { type: 'alarm', alarm }
  // Broken rosters are alarms.
  if ('problem' in roster) return { type: 'alarm', alarm: { type: 'broken', broken: roster } }
  const { contacts, me } = known
  const newest = newestOf(roster)
  const accepted = knownFolder(contacts.folders, claimed.folder)
  if (accepted?.hash === newest.hash) return { type: 'trusted' }
  const signer = signerIn(roster, contacts.people, me)
  if (!accepted && signer.fp !== me.fp) return { type: 'invitation', signer }
  const isGivenUp = roster.statements
    .slice(accepted?.seq ?? 0)
    .some(({ hash }) => known.givenUp.includes(hash))
  return signer.isCompared && !isGivenUp ? { type: 'trusted' } : { type: 'unsure', signer }
}

/** Whoever made the newest statement. A compared person has the name that they were compared by. */
function signerIn(roster: Roster, people: readonly Person[], me: Me): Signer {
  const newest = newestOf(roster)
  const person = people.find(({ fp }) => fp === newest.signer)
  const isCompared = person !== undefined || newest.signer === me.fp
  return { name: person?.name ?? nameOf(roster, newest), fp: newest.signer, isCompared }
}

function alarmOf(claimed: ClaimedFolder, roster: Roster | BrokenRoster, known: Known): Alarm | null {
  const accepted = knownFolder(known.contacts.folders, claimed.folder)
  if ('problem' in roster) {
    const isNothing = roster.problem === 'empty'
    return isNothing && (accepted || known.kept.length > 0)
      ? { type: 'withheld' }
      : { type: 'broken', broken: roster }
  }
  const { statement } = newestOf(roster)
  if (statement.folder !== claimed.folder) return { type: 'exchanged' }
  const unlike = unlikeSeen(roster, known, accepted)
  if (unlike) return unlike
  if (statement.title !== claimed.title)
    return { type: 'title', shown: claimed.title, signed: statement.title }
  const own = statement.members.find(({ fp }) => fp === known.me.fp)
  if (own) return null
  return { type: statement.members.some(({ user }) => user === known.me.user) ? 'other-key' : 'not-named' }
}

/** Whether what was seen, by the person anywhere or on this device, is missing from what is shown. */
function unlikeSeen(roster: Roster, { kept, me }: Known, accepted: KnownFolder | undefined): Alarm | null {
  const last = kept.at(-1)
  const seen = [
    ...(accepted ? [{ seq: accepted.seq, hash: accepted.hash }] : []),
    ...(last ? [{ seq: last.statement.seq, hash: last.hash }] : []),
  ]
  const missed = seen.filter(({ seq, hash }) => roster.statements[seq - 1]?.hash !== hash)
  if (missed.length === 0) return null
  const isShorter = missed.every(({ seq }) => seq > roster.statements.length)
  const isAsKept = roster.statements.every(({ hash }, i) => i >= kept.length || kept[i]?.hash === hash)
  const knowsSeen = missed.every(({ seq, hash }) => kept[seq - 1]?.hash === hash)
  return {
    type: isShorter && isAsKept ? 'rollback' : 'fork',
    seen: last ? inShort(last) : null,
    shown: inShort(newestOf(roster)),
    wayBack: knowsSeen ? wayBack(roster, kept, me) : null,
  }
}

/**
 * Taking the older state of a server that was honestly restored: where it is the beginning of what this device saw, or
 * where nothing after the last common statement is signed by somebody whom the forgotten part removed or demoted.
 */
function wayBack(roster: Roster, kept: readonly VerifiedStatement[], me: Me): WayBack | null {
  let common = 0
  while (common < kept.length && roster.statements[common]?.hash === kept[common]?.hash) common++
  if (common === 0) return null
  const since = roster.statements.slice(common)
  const lost = new Set(
    kept.slice(common).flatMap((statement, i) => lostRights(kept[common + i - 1] ?? statement, statement)),
  )
  if (since.some(({ signer }) => lost.has(signer))) return null
  const newest = newestOf(roster)
  const last = kept.at(-1)?.statement.members ?? []
  const roles = new Map(last.map(({ fp, role }) => [fp, role]))
  const others = newest.statement.members.filter(({ fp }) => fp !== me.fp)
  const returning = others.filter(({ fp }) => !roles.has(fp))
  const regaining = others.filter(({ fp, role }) => role === 'owner' && roles.get(fp) === 'member')
  return { returning: returning.map(named), regaining: regaining.map(named) }
}

const named = ({ name, fp }: RosterMember) => ({ name, fp })

/** Fingerprints of people whom a statement removed, or who are no owners any more. */
function lostRights(before: VerifiedStatement, after: VerifiedStatement): string[] {
  const roles = new Map(after.statement.members.map(({ fp, role }) => [fp, role]))
  const lose = before.statement.members.filter(
    ({ fp, role }) => !roles.has(fp) || (role === 'owner' && roles.get(fp) !== 'owner'),
  )
  return lose.map(({ fp }) => fp)
}

export const newestOf = ({ statements }: Roster): VerifiedStatement => {
  const newest = statements.at(-1)
  if (!newest) throw new Error('A roster has a statement.')
  return newest
}

export const inShort = ({ statement: { seq, at }, hash }: VerifiedStatement): StatementInShort => ({
  seq,
  at,
  hash,
})

/** By the statement before, which named whoever signed. */
function nameOf({ statements }: Roster, { statement, signer }: VerifiedStatement): string {
  const named = (statements[statement.seq - 2] ?? statements[0])?.statement.members
  return named?.find(({ fp }) => fp === signer)?.name ?? ''
}

export const knownFolder = (folders: readonly KnownFolder[], folder: string): KnownFolder | undefined =>
  folders.find((one) => one.folder === folder)

/** Known folders of several people that the list does not show (any more): a server may hold one back. */
export function missingFolders(
  folders: readonly KnownFolder[],
  listed: readonly { folder: string }[],
): KnownFolder[] {
  const shown = new Set(listed.map(({ folder }) => folder))
  return folders.filter(({ folder }) => !shown.has(folder))
}
