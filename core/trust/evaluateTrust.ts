import type { RosterMember } from '../../contract/roster.ts'
import type {
  BrokenRoster,
  Contacts,
  AcceptedHead,
  Person,
  Roster,
  VerifiedStatement,
} from '../crypto/index.ts'

/**
 * [Note: Whom to believe]
 * Evaluates the server's roster of a shared folder against the contacts and this device's memory; pure. The
 * rules are in core/crypto/FORMAT.md. On an alarm nothing opens; otherwise files open, but until the folder
 * is trusted and accepted no link is made or copied, no file is imported, no statement is signed and no grant
 * is given.
 */

/** The person on this device, with the unlocked key. */
export interface Me {
  readonly user: number
  /** Fingerprint, base64url. */
  readonly fp: string
}

/** Figures of a statement that people compare. */
export interface StatementSummary {
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  readonly hash: string
}

export type Alarm =
  /** The chain breaks a rule, or a signature does not verify. */
  | { readonly type: 'broken'; readonly broken: BrokenRoster }
  /** A known folder without a roster. */
  | { readonly type: 'withheld' }
  /** The roster is of another folder than the list says. */
  | { readonly type: 'exchanged' }
  /** The list shows another title than the newest statement. */
  | { readonly type: 'title'; readonly shown: string; readonly signed: string }
  /** The newest statement does not name the person. */
  | { readonly type: 'not-named' }
  /** It names them with another key than the unlocked one. */
  | { readonly type: 'other-key' }
  /** 'rollback': the state is older than the one seen. 'fork': the history differs from that one. */
  | {
      readonly type: 'rollback' | 'fork'
      readonly seen: StatementSummary | null
      readonly shown: StatementSummary
      /** Null if it cannot be accepted. */
      readonly consequences: AcceptConsequences | null
    }

/** Others who may open the folder again, or own it again, once the older state of a restored server is accepted. */
interface AcceptConsequences {
  readonly returning: readonly { readonly name: string; readonly fp: string }[]
  readonly regaining: readonly { readonly name: string; readonly fp: string }[]
}

export type FolderTrust =
  | { readonly type: 'trusted' }
  /** Never accepted; `signer` signed the newest statement. */
  | { readonly type: 'invitation'; readonly signer: Signer }
  /** Changed since by somebody not compared, or by a statement that was given up (a compared `signer`). */
  | { readonly type: 'unsure'; readonly signer: Signer }
  | { readonly type: 'alarm'; readonly alarm: Alarm }

export interface Signer {
  /** The name that was compared, or else the one in the statements. */
  readonly name: string
  readonly fp: string
  readonly isCompared: boolean
}

/** What the person and this device know. */
export interface TrustContext {
  readonly me: Me
  readonly contacts: Pick<Contacts, 'people' | 'folders'>
  /** The chain that this device saw last; empty if none. */
  readonly lastSeen: readonly VerifiedStatement[]
  /** Hashes of statements that the person signed and gave up on this device. */
  readonly givenUp: readonly string[]
}

export interface ClaimedFolder {
  readonly title: string
  /** The folder's own id, base64url. */
  readonly folder: string
}

export function evaluateTrust(
  claimed: ClaimedFolder,
  roster: Roster | BrokenRoster,
  known: TrustContext,
): FolderTrust {
  const { contacts, me, lastSeen } = known
  const accepted = acceptedHeadOf(contacts.folders, claimed.folder)
  if ('problem' in roster) {
    const isWithheld = roster.problem === 'empty' && (accepted !== undefined || lastSeen.length > 0)
    return { type: 'alarm', alarm: isWithheld ? { type: 'withheld' } : { type: 'broken', broken: roster } }
  }
  const alarm = alarmOf(claimed, roster, known)
  if (alarm) return { type: 'alarm', alarm }
  const newest = newestStatement(roster)
  if (accepted?.hash === newest.hash) return { type: 'trusted' }
  const signer = signerIn(roster, contacts.people, me)
  if (!accepted && signer.fp !== me.fp) return { type: 'invitation', signer }
  const isGivenUp = roster.statements
    .slice(accepted?.seq ?? 0)
    .some(({ hash }) => known.givenUp.includes(hash))
  return signer.isCompared && !isGivenUp ? { type: 'trusted' } : { type: 'unsure', signer }
}

function signerIn(roster: Roster, people: readonly Person[], me: Me): Signer {
  const newest = newestStatement(roster)
  const person = people.find(({ fp }) => fp === newest.signer)
  const isCompared = person !== undefined || newest.signer === me.fp
  return { name: person?.name ?? nameOf(roster, newest), fp: newest.signer, isCompared }
}

function alarmOf(claimed: ClaimedFolder, roster: Roster, known: TrustContext): Alarm | null {
  const { statement } = newestStatement(roster)
  if (statement.folder !== claimed.folder) return { type: 'exchanged' }
  const unlike = conflictWithSeen(roster, known, claimed.folder)
  if (unlike) return unlike
  if (statement.title !== claimed.title)
    return { type: 'title', shown: claimed.title, signed: statement.title }
  const own = statement.members.find(({ fp }) => fp === known.me.fp)
  if (own) return null
  return { type: statement.members.some(({ user }) => user === known.me.user) ? 'other-key' : 'not-named' }
}

/** Finds statements that were seen, by the person or on this device, and are missing from the roster. */
function conflictWithSeen(
  roster: Roster,
  { contacts, lastSeen, me }: TrustContext,
  folder: string,
): Alarm | null {
  const accepted = acceptedHeadOf(contacts.folders, folder)
  const last = lastSeen.at(-1)
  const seen = [
    ...(accepted ? [accepted] : []),
    ...(last ? [{ seq: last.statement.seq, hash: last.hash }] : []),
  ]
  const missed = seen.filter(({ seq, hash }) => roster.statements[seq - 1]?.hash !== hash)
  if (missed.length === 0) return null
  const isShorter = missed.every(({ seq }) => seq > roster.statements.length)
  const matchesSeen = roster.statements.every(
    ({ hash }, i) => i >= lastSeen.length || lastSeen[i]?.hash === hash,
  )
  const knowsSeen = missed.every(({ seq, hash }) => lastSeen[seq - 1]?.hash === hash)
  return {
    type: isShorter && matchesSeen ? 'rollback' : 'fork',
    seen: last ? statementSummary(last) : null,
    shown: statementSummary(newestStatement(roster)),
    consequences: knowsSeen ? consequences(roster, lastSeen, me) : null,
  }
}

/**
 * Consequences of accepting the older state of an honestly restored server: possible if it is a prefix of the
 * chain that this device saw, or if nothing after the last common statement is signed by somebody whom the
 * lost part removed or demoted.
 */
function consequences(
  roster: Roster,
  lastSeen: readonly VerifiedStatement[],
  me: Me,
): AcceptConsequences | null {
  let common = 0
  while (common < lastSeen.length && roster.statements[common]?.hash === lastSeen[common]?.hash) common++
  if (common === 0) return null
  const since = roster.statements.slice(common)
  const lost = new Set(
    lastSeen
      .slice(common)
      .flatMap((statement, i) => lostRights(lastSeen[common + i - 1] ?? statement, statement)),
  )
  if (since.some(({ signer }) => lost.has(signer))) return null
  const newest = newestStatement(roster)
  const last = lastSeen.at(-1)?.statement.members ?? []
  const roles = new Map(last.map(({ fp, role }) => [fp, role]))
  const others = newest.statement.members.filter(({ fp }) => fp !== me.fp)
  const returning = others.filter(({ fp }) => !roles.has(fp))
  const regaining = others.filter(({ fp, role }) => role === 'owner' && roles.get(fp) === 'member')
  return { returning: returning.map(named), regaining: regaining.map(named) }
}

const named = ({ name, fp }: RosterMember) => ({ name, fp })

/** Fingerprints of people whom a statement removed or demoted from owner. */
function lostRights(before: VerifiedStatement, after: VerifiedStatement): string[] {
  const roles = new Map(after.statement.members.map(({ fp, role }) => [fp, role]))
  const lose = before.statement.members.filter(
    ({ fp, role }) => !roles.has(fp) || (role === 'owner' && roles.get(fp) !== 'owner'),
  )
  return lose.map(({ fp }) => fp)
}

export const newestStatement = ({ statements }: Roster): VerifiedStatement => {
  const newest = statements.at(-1)
  if (!newest) throw new Error('A roster has a statement.')
  return newest
}

export const statementSummary = ({ statement: { seq, at }, hash }: VerifiedStatement): StatementSummary => ({
  seq,
  at,
  hash,
})

/** Name of the signer in the statement before. */
function nameOf({ statements }: Roster, { statement, signer }: VerifiedStatement): string {
  const named = (statements[statement.seq - 2] ?? statements[0])?.statement.members
  return named?.find(({ fp }) => fp === signer)?.name ?? ''
}

export const acceptedHeadOf = (folders: readonly AcceptedHead[], folder: string): AcceptedHead | undefined =>
  folders.find((one) => one.folder === folder)

/** Known shared folders that are not in the list: a server may withhold one. */
export function missingFolders(
  folders: readonly AcceptedHead[],
  listed: readonly { folder: string }[],
): AcceptedHead[] {
  const shown = new Set(listed.map(({ folder }) => folder))
  return folders.filter(({ folder }) => !shown.has(folder))
}
