import type { ResponseOf } from '../../contract/calls.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import {
  type Bytes,
  type Contacts,
  type Generation,
  isBrokenRoster,
  isCryptoError,
  openGeneration,
  type OpenedGeneration,
  openGrant,
  publicKeysByFingerprint,
  readStoredRoster,
  type Roster,
  verifyRoster,
} from '../crypto/index.ts'
import { faultOf } from '../faults/faultOf.ts'
import {
  type ClaimedFolder,
  acceptedHeadOf,
  type Me,
  newestStatement,
  type FolderTrust,
  evaluateTrust,
} from './evaluateTrust.ts'
import { type DeviceMemory, emptyDeviceRecord } from './trustPorts.ts'

/** A key generation that does not open for this person, and why. */
export interface ClosedGeneration {
  readonly gen: number
  /** 'withheld': the grant or key is missing; 'exchanged': it is not the one in the statements. */
  readonly problem: 'withheld' | 'exchanged'
}

/** A shared folder, evaluated, and opened if allowed. */
export interface SharedFolder {
  /** The folder's id on the server. */
  readonly id: number
  /** Its own id, base64url. */
  readonly folder: string
  readonly trust: FolderTrust
  readonly roster: Roster | null
  /** Newest first; empty on an alarm. */
  readonly generations: readonly OpenedGeneration[]
  readonly closed: readonly ClosedGeneration[]
  /** The person's own grants of the opened generations, which they can pass on. */
  readonly grants: ReadonlyMap<number, string>
  /** Public keys of all people the server has named, by fingerprint. */
  readonly publicKeys: ReadonlyMap<string, Bytes>
  /** When uploaders first got each generation, by the server's clock. */
  readonly since: ReadonlyMap<number, string>
  /** Members who asked to leave, by id. */
  readonly leaving: readonly number[]
}

interface FolderOpener extends Me {
  readonly privateKey: CryptoKey
}

interface SealedGeneration {
  readonly grant: string
  readonly sealedPrivate: string
}
/** Decides if a generation is tried. @param open returns null if it does not open */
export type TryGeneration = (
  sealed: SealedGeneration,
  open: () => Promise<OpenedGeneration | null>,
) => Promise<OpenedGeneration | null>

const tryAlways: TryGeneration = (_sealed, open) => open()

/**
 * Verifies and evaluates a folder's roster, and opens its keys.
 * @param claimed `id`: on the server
 * @param known `tryGeneration`: where nobody watches what does not open
 */
export async function openSharedFolder(
  claimed: ClaimedFolder & { id: number },
  getRoster: () => Promise<ResponseOf<'getRoster'>>,
  known: { me: FolderOpener; contacts: Contacts; memory: DeviceMemory; tryGeneration?: TryGeneration },
): Promise<SharedFolder> {
  const { me, contacts, memory, tryGeneration = tryAlways } = known
  // Read before the request: another window may see and store a later statement meanwhile.
  const { rosters, givenUp } = (await memory.read(me.fp)) ?? emptyDeviceRecord
  const lastSeen = await readStoredRoster(rosters[claimed.folder] ?? [])
  const isKnown = lastSeen.length > 0 || acceptedHeadOf(contacts.folders, claimed.folder) !== undefined
  const response = await getRoster().catch((error: unknown) => nothingIfMissing(error, isKnown))
  const publicKeys = await publicKeysByFingerprint(response.keys)
  const roster = await verifyRoster(response.statements, publicKeys)
  const trust: FolderTrust = isOnesOwn(contacts, claimed)
    ? { type: 'alarm', alarm: { type: 'exchanged' } }
    : evaluateTrust(claimed, roster, { me, contacts, lastSeen, givenUp })
  // Another window got another history meanwhile: its chain decides.
  if (
    isSeen(trust) &&
    !isBrokenRoster(roster) &&
    !(await rememberChain(memory, me.fp, claimed.folder, chainOf(roster)))
  )
    return openSharedFolder(claimed, getRoster, known)
  const keys =
    trust.type === 'alarm' || isBrokenRoster(roster)
      ? { generations: [], closed: [], grants: new Map<number, string>() }
      : await openedGenerations(claimed.folder, roster, response, { me, tryGeneration })
  return {
    id: claimed.id,
    folder: claimed.folder,
    trust,
    roster: isBrokenRoster(roster) ? null : roster,
    ...keys,
    publicKeys,
    since: new Map(response.generations.map(({ gen, since }) => [gen, since])),
    leaving: response.leaving,
  }
}

/** True if the chain is remembered: on some alarms, too, or a removal could be taken back. */
const isSeen = (trust: FolderTrust): boolean =>
  trust.type !== 'alarm' || ['title', 'not-named', 'other-key'].includes(trust.alarm.type)

/** A folder of one person never becomes a shared one: the list shows another folder in its place. */
const isOnesOwn = ({ own }: Contacts, { id }: { id: number }): boolean =>
  own.some((one) => one.id === id && one.title !== null)

export const chainOf = ({ statements }: Roster): SignedStatement[] => statements.map(({ signed }) => signed)

/** Stores the chain as seen by this device. @returns false if another history was seen */
export async function rememberChain(
  memory: DeviceMemory,
  fp: string,
  folder: string,
  chain: readonly SignedStatement[],
): Promise<boolean> {
  let isOneHistory = true
  await memory.update(fp, (record) => {
    const lastSeen = record.rosters[folder] ?? []
    isOneHistory = lastSeen.every((one, i) => i >= chain.length || isSameStatement(one, chain[i]))
    const isLater = isOneHistory && chain.length > lastSeen.length
    return isLater ? { ...record, rosters: { ...record.rosters, [folder]: chain } } : record
  })
  return isOneHistory
}

export const isSameStatement = (a: SignedStatement, b: SignedStatement | undefined): boolean =>
  a.statement === b?.statement && a.signature === b.signature

async function openedGenerations(
  folder: string,
  roster: Roster,
  { generations }: ResponseOf<'getRoster'>,
  { me, tryGeneration }: { me: FolderOpener; tryGeneration: TryGeneration },
): Promise<Pick<SharedFolder, 'generations' | 'closed' | 'grants'>> {
  const named = newestStatement(roster).statement.gen
  const opened: OpenedGeneration[] = []
  const closed: ClosedGeneration[] = []
  const grants = new Map<number, string>()
  for (let gen = named; gen >= 1; gen--) {
    const given = generations.find((one) => one.gen === gen)
    if (!given?.grant) {
      closed.push({ gen, problem: 'withheld' })
      continue
    }
    const sealed = { grant: given.grant, sealedPrivate: given.sealed_private }
    const key = roster.head.keys[gen - 1] ?? ''
    const one = await tryGeneration(sealed, () =>
      openedGeneration({ folder, gen }, { ...sealed, key }, me.privateKey).catch(nullIfCryptoError),
    )
    if (one) {
      opened.push(one)
      grants.set(gen, sealed.grant)
    } else closed.push({ gen, problem: 'exchanged' })
  }
  return { generations: opened, closed, grants }
}

/** @throws CryptoError */
async function openedGeneration(
  generation: Generation,
  { grant, ...sealed }: SealedGeneration & { key: string },
  privateKey: CryptoKey,
): Promise<OpenedGeneration> {
  const secret = await openGrant(privateKey, generation, grant)
  try {
    return await openGeneration(generation, { secret, ...sealed })
  } finally {
    secret.fill(0)
  }
}

/** Treats 'not found' of a known folder as an empty roster: it may be withheld. */
function nothingIfMissing(error: unknown, isKnown: boolean): ResponseOf<'getRoster'> {
  if (!isKnown || faultOf(error).status !== 404) throw error
  return { statements: [], keys: [], generations: [], leaving: [] }
}

function nullIfCryptoError(error: unknown): null {
  // The folder stays closed until this program is updated.
  if (isCryptoError(error) && error.code !== 'newer-version') return null
  throw error
}
