import type { Answer } from '../../contract/calls.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import {
  type Bytes,
  type Contacts,
  isBroken,
  isCryptoError,
  openGeneration,
  type OpenedGeneration,
  openGrant,
  publicKeysByFingerprint,
  rereadRoster,
  type Roster,
  verifyRoster,
} from '../crypto/index.ts'
import { faultOf } from '../faults/faultOf.ts'
import {
  type ClaimedFolder,
  knownFolder,
  type Me,
  newestOf,
  type Standing,
  standingOf,
} from './evaluateTrust.ts'
import { type DeviceMemory, emptyRecord } from './ports.ts'

/** A generation of the folder's key that does not open for this person, and why. */
export interface ClosedGeneration {
  readonly gen: number
  /** 'withheld': no grant or no key came; 'exchanged': what came is not what the statements name. */
  readonly problem: 'withheld' | 'exchanged'
}

/** A folder of several people, judged, and opened as far as it may be. */
export interface SharedFolder {
  /** The server's number of it. */
  readonly id: number
  /** Its own id, base64url. */
  readonly folder: string
  readonly standing: Standing
  /** Null where the chain is broken. */
  readonly roster: Roster | null
  /** The newest first; none behind an alarm. */
  readonly generations: readonly OpenedGeneration[]
  readonly closed: readonly ClosedGeneration[]
  /** One's own grants of the generations that opened: what can be given on. */
  readonly grants: ReadonlyMap<number, string>
  /** Public keys by fingerprint, of everybody the server has told of. */
  readonly publicKeys: ReadonlyMap<string, Bytes>
  /** When each generation was first given to uploaders, by the server's clock. */
  readonly since: ReadonlyMap<number, string>
  /** Ids of members who asked to leave, says the server. */
  readonly leaving: readonly number[]
}

export interface Opener extends Me {
  /** Opens grants. */
  readonly privateKey: CryptoKey
}

/**
 * Verifies and judges what the server gives of a folder, and opens its keys.
 * @param id the server's number of the folder
 */
export async function openSharedFolder(
  claimed: ClaimedFolder & { id: number },
  getRoster: () => Promise<Answer<'getRoster'>>,
  known: { me: Opener; contacts: Contacts; memory: DeviceMemory },
): Promise<SharedFolder> {
  const { me, contacts, memory } = known
  // Before it is asked for: another window may see and keep a later statement while the answer is on its way.
  const { rosters, givenUp } = (await memory.read(me.fp)) ?? emptyRecord
  const kept = await rereadRoster(rosters[claimed.folder] ?? [])
  const isKnown = kept.length > 0 || knownFolder(contacts.folders, claimed.folder) !== undefined
  const answer = await getRoster().catch((error: unknown) => nothingIfMissing(error, isKnown))
  const publicKeys = await publicKeysByFingerprint(answer.keys)
  const roster = await verifyRoster(answer.statements, publicKeys)
  const standing: Standing = isOnesOwn(contacts, claimed)
    ? { type: 'alarm', alarm: { type: 'exchanged' } }
    : standingOf(claimed, roster, { me, contacts, kept, givenUp })
  const isClosed = standing.type === 'alarm' || isBroken(roster)
  // Another window was shown another history meanwhile: what it kept now tells.
  if (
    isSeen(standing) &&
    !isBroken(roster) &&
    !(await keepChain(memory, me.fp, claimed.folder, chainOf(roster)))
  )
    return openSharedFolder(claimed, getRoster, known)
  const keys = isClosed
    ? { generations: [], closed: [], grants: new Map<number, string>() }
    : await openedGenerations(claimed.folder, roster, answer, me)
  return {
    id: claimed.id,
    folder: claimed.folder,
    standing,
    roster: isBroken(roster) ? null : roster,
    ...keys,
    publicKeys,
    since: new Map(answer.generations.map(({ gen, since }) => [gen, since])),
    leaving: answer.leaving,
  }
}

/**
 * Whether the chain goes on from what this device has seen. So it does behind some alarms: nothing opens, and what was
 * shown counts all the same, or a removal could be shown once and taken back.
 */
const isSeen = (standing: Standing): boolean =>
  standing.type !== 'alarm' || ['title', 'not-named', 'other-key'].includes(standing.alarm.type)

/** A folder of one person does not become one of several: the list shows another in its place. */
const isOnesOwn = ({ own }: Contacts, { id }: { id: number }): boolean =>
  own.some((one) => one.id === id && one.title !== null)

export const chainOf = ({ statements }: Roster): SignedStatement[] => statements.map(({ signed }) => signed)

/** From now on this device has seen this too. False, and nothing changes, where it has seen another history. */
export async function keepChain(
  memory: DeviceMemory,
  fp: string,
  folder: string,
  chain: readonly SignedStatement[],
): Promise<boolean> {
  let isOneHistory = true
  await memory.update(fp, (record) => {
    const kept = record.rosters[folder] ?? []
    isOneHistory = kept.every((one, i) => i >= chain.length || isSameStatement(one, chain[i]))
    const isLater = isOneHistory && chain.length > kept.length
    return isLater ? { ...record, rosters: { ...record.rosters, [folder]: chain } } : record
  })
  return isOneHistory
}

export const isSameStatement = (a: SignedStatement, b: SignedStatement | undefined): boolean =>
  a.statement === b?.statement && a.signature === b.signature

/** From now on this is what this device has seen, whatever it saw before. */
export function takeChain(
  memory: DeviceMemory,
  fp: string,
  folder: string,
  chain: readonly SignedStatement[],
): Promise<void> {
  return memory.update(fp, (record) => ({ ...record, rosters: { ...record.rosters, [folder]: chain } }))
}

async function openedGenerations(
  folder: string,
  roster: Roster,
  { generations }: Answer<'getRoster'>,
  me: Opener,
): Promise<Pick<SharedFolder, 'generations' | 'closed' | 'grants'>> {
  const named = newestOf(roster).statement.gen
  const opened: OpenedGeneration[] = []
  const closed: ClosedGeneration[] = []
  const grants = new Map<number, string>()
  for (let gen = named; gen >= 1; gen--) {
    const given = generations.find((one) => one.gen === gen)
    // The fingerprint that began the generation, as the statements say.
    const key = roster.head.keys[gen - 1] ?? ''
    if (!given?.grant) {
      closed.push({ gen, problem: 'withheld' })
      continue
    }
    const secret = await openGrant(me.privateKey, { folder, gen }, given.grant).catch(nullIfFormat)
    const one = secret
      ? await openGeneration({ folder, gen }, { secret, sealedPrivate: given.sealed_private, key }).catch(
          nullIfFormat,
        )
      : null
    secret?.fill(0)
    if (one) {
      opened.push(one)
      grants.set(gen, given.grant)
    } else closed.push({ gen, problem: 'exchanged' })
  }
  return { generations: opened, closed, grants }
}

/** Of a folder that is known, 'not found' is a way to hold its roster back. */
function nothingIfMissing(error: unknown, isKnown: boolean): Answer<'getRoster'> {
  if (!isKnown || faultOf(error).status !== 404) throw error
  return { statements: [], keys: [], generations: [], leaving: [] }
}

function nullIfFormat(error: unknown): null {
  if (isCryptoError(error)) return null
  throw error
}
