import { fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { mayHaveSucceeded } from '../faults/retries.ts'
import type { RosterChange } from '../../contract/schemas/sharing.ts'
import { readStatement, type SignedStatement } from '../../contract/roster.ts'
import {
  type Bytes,
  type Contacts,
  contentHashHex,
  type Roster,
  sealContacts,
  statementHash,
  utf8,
} from '../crypto/index.ts'
import { ContactsStore, retryIfTemporary } from './contactsStore.ts'
import {
  type ContactsChange,
  combineChanges,
  withHead,
  withoutFolder,
  withoutPending,
  withPending,
  withAcceptedHead,
} from './contactsChanges.ts'
import {
  type ClaimedFolder,
  acceptedHeadOf,
  missingFolders,
  newestStatement,
  type FolderTrust,
} from './evaluateTrust.ts'
import {
  chainOf,
  isSameStatement,
  rememberChain,
  openSharedFolder,
  type SharedFolder,
} from './openSharedFolder.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import type { FolderTags } from '../keys/sentTo.ts'
import { type ListedLink, readDeviceLinks, rememberShownLinks, replaceDeviceLinks } from './deviceLinks.ts'
import { withOwnLink } from './ownFolders.ts'
import { readDevicePrivate, rememberDevicePrivate } from './privateNames.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord, type TrustCalls } from './trustPorts.ts'
import {
  applyRosterEdit,
  signFirstRoster,
  type RosterEdit,
  signRosterChange,
  type RosterSigner,
} from './rosterChange.ts'

export interface UnlockedPerson extends RosterSigner {
  /** HKDF handle of R. */
  readonly root: CryptoKey
}

export interface ClaimedSharedFolder extends ClaimedFolder {
  /** The folder's id on the server. */
  readonly id: number
}

export interface EvaluatedFolder extends SharedFolder {
  readonly contacts: Contacts
  /** A statement that this person signed and the server may not have; null if none. */
  readonly unconfirmed: UnconfirmedStatement | null
}

export interface UnconfirmedStatement {
  readonly signed: SignedStatement
  /** Its request body, to be sent again; null if signed on another device. */
  readonly change: RosterChange | null
}

export interface MissingFolder {
  readonly folder: string
  /** Null if this device never saw it. */
  readonly title: string | null
}

interface TrustPorts {
  calls: TrustCalls
  memory: DeviceMemory
  /** ISO 8601. */
  now: () => string
}

/** Evaluates, opens and changes shared folders of an unlocked key. Contacts are stored first. */
export class Trust {
  readonly contacts: ContactsStore
  readonly #person: UnlockedPerson
  readonly #ports: TrustPorts
  /** Rosters signed for a next key, by its fingerprint: a retry sends the same, and signs nothing else. */
  readonly #preparedRosters = new Map<string, PreparedKeyChange['rosters']>()

  constructor(person: UnlockedPerson, ports: TrustPorts) {
    this.#person = person
    this.#ports = ports
    this.contacts = new ContactsStore({ root: person.root, fingerprint: person.fp }, ports)
  }

  /** Verifies, evaluates and opens a folder; stores a trusted head. @throws ContactsAlarm, FaultError */
  async open(claimed: ClaimedSharedFolder): Promise<EvaluatedFolder> {
    // Loaded before the roster, which must contain everything stored by then.
    const contacts = await this.contacts.load()
    const known = { me: this.#person, contacts, memory: this.#ports.memory }
    const getRoster = () => this.#ports.calls.getRoster(claimed.id)
    const folder = await openSharedFolder(claimed, getRoster, known)
    const { trust, roster } = folder
    const isTrusted = trust.type === 'trusted' && roster !== null
    // An alarm settles nothing.
    const settled = trust.type !== 'alarm' && roster ? settledStatements(contacts, roster) : []
    const changes: ContactsChange[] = []
    if (isTrusted) changes.push(withHead(headOf(roster), hashesOf(roster)))
    if (settled.length > 0) changes.push(withoutPending(settled))
    const remembered = changes.length > 0 ? await this.contacts.change(combineChanges(...changes)) : contacts
    await this.#forgetUnsent(settled)
    // Another window was ahead, or got another history: evaluate against its contacts.
    if (isTrusted && !isHead(remembered, roster)) return this.open(claimed)
    return {
      ...folder,
      contacts: remembered,
      unconfirmed: await this.#unconfirmed(claimed.folder, remembered),
    }
  }

  /** Remembers the links of listed folders at first sight. @returns all that this device has seen */
  rememberLinks(listed: readonly ListedLink[]): Promise<FolderTags[]> {
    return rememberShownLinks(this.#ports.memory, this.#person.fp, listed)
  }

  /** Whether a folder was made to hide names, as this device noted; null if it was made elsewhere. */
  notedPrivate({ id }: Pick<Folder, 'id'>): Promise<boolean | null> {
    return readDevicePrivate(this.#ports.memory, [this.#person.fp], id)
  }

  /** Notes on this device whether a folder hides names, for when the contacts forget it. */
  notePrivate({ id }: Pick<Folder, 'id'>, isPrivate: boolean): Promise<void> {
    return rememberDevicePrivate(this.#ports.memory, this.#person.fp, id, isPrivate)
  }

  /**
   * Lets the contacts decide about a folder, once its person has answered for its link.
   * @throws ContactsAlarm, FaultError 'link-other' for the link of another folder
   */
  async acceptLink({ id, title }: Pick<Folder, 'id' | 'title'>, tag: string): Promise<Contacts> {
    const device = await readDeviceLinks(this.#ports.memory, this.#person.fp)
    const contacts = await this.contacts.change((before) => {
      const all = [...before.own.map((one) => ({ id: one.id, tags: one.to })), ...device]
      if (all.some((one) => one.id !== id && one.tags.includes(tag)))
        throw new FaultError(fault('link-other'))
      return withOwnLink({ id, title }, tag)(before)
    })
    const tags = contacts.own.find((one) => one.id === id)?.to ?? [tag]
    await replaceDeviceLinks(this.#ports.memory, this.#person.fp, { id, tags })
    return contacts
  }

  /** True if nothing has seen a newer roster; before actions on members. @throws ContactsAlarm, FaultError */
  async isNewest({ folder, roster }: SharedFolder): Promise<boolean> {
    const head = acceptedHeadOf((await this.contacts.load()).folders, folder)
    const { rosters } = await this.#record()
    const seen = rosters[folder]?.at(-1)
    const newest = roster && newestStatement(roster)
    return (!head || head.hash === newest?.hash) && (!seen || isSameStatement(seen, newest?.signed))
  }

  /**
   * Accepts the roster as it is: an invitation from a person who is compared by now, or a statement that was
   * given up and appeared. With a signer who was not compared nothing changes.
   * @throws FaultError 'folder-not-trusted'
   */
  async accept({ trust, roster }: SharedFolder): Promise<void> {
    if (trust.type === 'alarm' || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { signer } = newestStatement(roster)
    const accepted = await this.contacts.change((contacts) => {
      if (!this.#isCompared(signer, contacts) && trust.type !== 'trusted')
        throw new FaultError(fault('folder-not-trusted'))
      return withHead(headOf(roster), hashesOf(roster))(contacts)
    })
    if (!isHead(accepted, roster)) throw new FaultError(fault('rosterMoved'))
  }

  /**
   * Accepts the older state on this device and in the contacts, after 'The server was restored' and the
   * password. Only if the alarm has `consequences`. If the newest statement's signer was not compared, only the
   * state before it is accepted: the folder is then 'unsure', or an invitation if there is none.
   */
  async acceptOlder(folder: SharedFolder): Promise<void> {
    const { trust, roster } = folder
    const canAccept =
      trust.type === 'alarm' &&
      (trust.alarm.type === 'rollback' || trust.alarm.type === 'fork') &&
      trust.alarm.consequences !== null
    if (!canAccept || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { rosters } = await this.#record()
    const lastSeen = rosters[folder.folder] ?? []
    await this.contacts.change((contacts) =>
      this.#isCompared(newestStatement(roster).signer, contacts)
        ? withAcceptedHead(headOf(roster))(contacts)
        : withCommonHead(roster, lastSeen)(contacts),
    )
    await this.#ports.memory.update(this.#person.fp, (record) => ({
      ...record,
      rosters: { ...record.rosters, [folder.folder]: chainOf(roster) },
    }))
  }

  async #record(): Promise<DeviceRecord> {
    return (await this.#ports.memory.read(this.#person.fp)) ?? emptyDeviceRecord
  }

  #isCompared(signer: string, { people }: Contacts): boolean {
    return signer === this.#person.fp || people.some(({ fp }) => fp === signer)
  }

  /** Accepted folders that a list omits. @param listed the folders' own ids */
  async missing({ folders }: Pick<Contacts, 'folders'>, listed: readonly string[]): Promise<MissingFolder[]> {
    const { rosters } = await this.#record()
    const shown = listed.map((folder) => ({ folder }))
    return missingFolders(folders, shown).map(({ folder }) => ({
      folder,
      title: titleIn(rosters[folder] ?? []),
    }))
  }

  /**
   * True if a folder listed as this person's alone has the title of a shared folder that this device has seen and
   * that is not listed: a server could thereby have files for all members sealed to one.
   * @param listed loads the own ids of the listed shared folders
   * @throws ContactsAlarm, FaultError
   */
  async isInPlaceOfShared(title: string, listed: () => Promise<readonly string[]>): Promise<boolean> {
    const { rosters } = await this.#record()
    const isAlike = (other: string | null) =>
      other !== null && comparableTitle(other) === comparableTitle(title)
    if (!Object.values(rosters).some((chain) => isAlike(titleIn(chain)))) return false
    const missing = await this.missing(await this.contacts.load(), await listed())
    return missing.some((one) => isAlike(one.title))
  }

  /** Stops missing a deleted folder. This device still alarms if an older state comes back. */
  async forget(folder: string): Promise<void> {
    const contacts = await this.contacts.load()
    const signed = contacts.pending.filter(({ statement }) => folderIn(statement) === folder)
    await this.contacts.change(combineChanges(withoutFolder(folder), withoutPending(signed)))
    await this.#forgetUnsent(signed)
  }

  /**
   * Signs the next statement, stores it in the contacts and sends it; without a response it stays 'unconfirmed'
   * until the chain settles it.
   * @param publicKeys keys of people who are not members yet, by fingerprint
   * @throws FaultError, such as 'rosterMoved' if somebody else was faster and the person has to look again
   */
  async change(
    folder: EvaluatedFolder,
    edit: RosterEdit,
    publicKeys: ReadonlyMap<string, Bytes> = new Map(),
  ): Promise<void> {
    const change = await this.sign(folder, edit, publicKeys)
    await this.#remember(change)
    await this.#send(folder, change)
  }

  async sign(
    folder: EvaluatedFolder,
    edit: RosterEdit,
    publicKeys: ReadonlyMap<string, Bytes> = new Map(),
  ): Promise<RosterChange> {
    if (folder.trust.type !== 'trusted' || !folder.roster) throw new FaultError(fault('folder-not-trusted'))
    if (folder.unconfirmed) throw new FaultError(fault('change-unconfirmed'))
    if (!(await this.isNewest(folder))) throw new FaultError(fault('rosterMoved'))
    const next = applyRosterEdit(newestStatement(folder.roster).statement, edit, this.#person)
    if (!next) throw new FaultError(fault('change-empty'))
    const context = {
      roster: folder.roster,
      grants: folder.grants,
      publicKeys: new Map([...folder.publicKeys, ...publicKeys]),
      at: this.#ports.now(),
    }
    return signRosterChange(next, context, this.#person)
  }

  /** Sends the same bytes again; not on an alarm. @throws FaultError */
  async sendAgain(folder: EvaluatedFolder): Promise<void> {
    const change = folder.unconfirmed?.change
    if (folder.trust.type === 'alarm') throw new FaultError(fault('folder-not-trusted'))
    if (!change) throw new FaultError(fault('change-unconfirmed'))
    await this.#send(folder, change)
  }

  /**
   * Gives up an unconfirmed statement. It may still take effect while no other has its position: the person was
   * warned, and if it appears this device asks again ('unsure').
   */
  async giveUp(folder: EvaluatedFolder): Promise<void> {
    if (!folder.unconfirmed) return
    const { signed } = folder.unconfirmed
    const hash = await statementHash(signed)
    await this.#ports.memory.update(this.#person.fp, (record) => ({
      ...record,
      givenUp: [...record.givenUp.filter((one) => one !== hash), hash],
    }))
    await this.contacts.change(withoutPending([signed]))
    await this.#forgetUnsent([signed])
  }

  /** Signs a new folder's first statement, with this person as its only owner. @param create sends it */
  async createFolder<T>(title: string, create: (roster: FirstRoster) => Promise<T>): Promise<T> {
    const change = await signFirstRoster(title, this.#ports.now(), this.#person)
    const signed = signedStatementOf(change)
    await this.contacts.change(withPending(signed))
    try {
      const response = await retryIfTemporary(() => create(change))
      await this.#rememberChain(folderIn(signed.statement), [signed])
      return response
    } catch (error) {
      if (!mayHaveSucceeded(faultOf(error))) await this.contacts.change(withoutPending([signed]))
      throw error
    }
  }

  /**
   * Prepares the replacement of the person's own key pair, stored in one transaction with it: the contacts,
   * sealed with the new root, and for each folder a statement that names the new key.
   * @param planned folders that the person owns; as a member, they have to be added again by an owner
   * @throws FaultError, such as 'rosterMoved' if one has changed since and the person has to look again
   */
  async prepareKeyChange(next: NextKey, planned: readonly EvaluatedFolder[]): Promise<PreparedKeyChange> {
    // Another window or device may have changed them since.
    const folders = await Promise.all(planned.map((folder) => this.#reopened(folder)))
    // One folder under two ids would get two statements at one position.
    if (new Set(folders.map(({ folder }) => folder)).size < folders.length)
      throw new FaultError(fault('folder-not-trusted'))
    const rosters = await Promise.all(folders.map((folder) => this.#signNextKey(next, folder)))
    this.#preparedRosters.set(next.fp, [...(this.#preparedRosters.get(next.fp) ?? []), ...rosters])
    const heads = await Promise.all(
      rosters.map(async (change, i) => {
        const hash = await statementHash(change)
        const roster = folders[i]?.roster
        const chain = [...(roster ? chainOf(roster) : []), signedStatementOf(change)]
        const hashes = [...(roster ? hashesOf(roster) : []), hash]
        return { chain, hashes, head: { folder: folders[i]?.folder ?? '', seq: chain.length, hash } }
      }),
    )
    const before = await this.contacts.load()
    // These contacts are the base of the new box: if another window signs meanwhile, it takes their number
    // and this is refused.
    for (const change of rosters) refuseSecondStatement(before, signedStatementOf(change))
    const after = {
      ...combineChanges(...heads.map(({ head, hashes }) => withHead(head, hashes)))(before),
      n: before.n + 1,
    }
    const sealed = await sealContacts(next.root, after)
    const remember = async () => {
      const old = await this.#record()
      const hash = await contentHashHex(utf8(sealed))
      await this.#ports.memory.update(next.fp, () => ({
        n: after.n,
        hash,
        rosters: old.rosters,
        unsent: {},
        givenUp: [],
        ...(old.links && { links: old.links }),
      }))
      // If another window has seen another history, its record stays and decides.
      for (const { head, chain } of heads)
        await rememberChain(this.#ports.memory, next.fp, head.folder, chain)
    }
    return { contacts: { n: after.n, sealed }, rosters, remember }
  }

  /** The statement that names the next key: the one signed before, if it still follows the newest. */
  async #signNextKey(next: NextKey, folder: EvaluatedFolder): Promise<RosterChange & { folder_id: number }> {
    const newest = folder.roster && newestStatement(folder.roster).hash
    const before = this.#preparedRosters.get(next.fp)?.find(({ statement }) => {
      const position = positionOf(statement)
      return position.folder === folder.folder && position.prev === newest
    })
    if (before) return { ...before, folder_id: folder.id }
    const publicKeys = new Map([[next.fp, next.publicKey]])
    const change = await this.sign(folder, { type: 'own-key', fp: next.fp }, publicKeys)
    return { folder_id: folder.id, ...change }
  }

  async #reopened({ id, folder, trust, roster }: EvaluatedFolder): Promise<EvaluatedFolder> {
    if (!isTrustedFolder(trust) || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { hash, statement } = newestStatement(roster)
    const now = await this.open({ id, folder, title: statement.title })
    if (now.roster && newestStatement(now.roster).hash !== hash) throw new FaultError(fault('rosterMoved'))
    return now
  }

  async #remember(change: RosterChange): Promise<void> {
    const signed = signedStatementOf(change)
    const hash = await statementHash(signed)
    await this.#ports.memory.update(this.#person.fp, (record) => ({
      ...record,
      unsent: { ...record.unsent, [hash]: change },
    }))
    try {
      await this.contacts.change((contacts) => {
        refuseSecondStatement(contacts, signed)
        return withPending(signed)(contacts)
      })
    } catch (error) {
      if (conflictCodes.has(faultOf(error).code)) await this.#forgetUnsent([signed])
      throw error
    }
  }

  /** Even after a refusal the statement stays unconfirmed until chain or person settle it. */
  async #send({ id, folder, roster }: EvaluatedFolder, change: RosterChange): Promise<void> {
    await retryIfTemporary(() => this.#ports.calls.changeRoster(id, change))
    const isNext = roster !== null && positionOf(change.statement).prev === newestStatement(roster).hash
    if (isNext) await this.#rememberChain(folder, [...chainOf(roster), signedStatementOf(change)])
  }

  /** Records a chain that the server accepted as seen: a chain without it is an alarm on this device. */
  async #rememberChain(folder: string, chain: readonly SignedStatement[]): Promise<void> {
    await rememberChain(this.#ports.memory, this.#person.fp, folder, chain)
  }

  async #unconfirmed(folder: string, { pending }: Contacts): Promise<UnconfirmedStatement | null> {
    const signed = pending.find(({ statement }) => folderIn(statement) === folder)
    if (!signed) return null
    const { unsent } = await this.#record()
    return { signed, change: unsent[await statementHash(signed)] ?? null }
  }

  async #forgetUnsent(settled: readonly SignedStatement[]): Promise<void> {
    if (settled.length === 0) return
    const hashes = new Set(await Promise.all(settled.map(statementHash)))
    await this.#ports.memory.update(this.#person.fp, (record) => ({
      ...record,
      unsent: Object.fromEntries(Object.entries(record.unsent).filter(([hash]) => !hashes.has(hash))),
    }))
  }
}

export type FirstRoster = Awaited<ReturnType<typeof signFirstRoster>>

export interface NextKey {
  readonly fp: string
  readonly root: CryptoKey
  /** SPKI. */
  readonly publicKey: Bytes
}

export interface PreparedKeyChange {
  readonly contacts: { n: number; sealed: string }
  readonly rosters: readonly (RosterChange & { folder_id: number })[]
  /** Copies this device's record to the new key, once the pair is installed. */
  readonly remember: () => Promise<void>
}

const signedStatementOf = ({ statement, signature }: SignedStatement): SignedStatement => ({
  statement,
  signature,
})

/** Refuses a second statement of a person at one position, signed in another window or device. */
function refuseSecondStatement(contacts: Contacts, signed: SignedStatement): void {
  const { folder, seq } = positionOf(signed.statement)
  const isSecond = contacts.pending.some(({ statement, signature }) => {
    const other = positionOf(statement)
    return other.folder === folder && other.seq >= seq && signature !== signed.signature
  })
  if (isSecond) throw new FaultError(fault('change-unconfirmed'))
  const head = acceptedHeadOf(contacts.folders, folder)
  if (head && head.seq >= seq) throw new FaultError(fault('rosterMoved'))
}

const conflictCodes: ReadonlySet<string> = new Set(['change-unconfirmed', 'rosterMoved'])

/** True if links, imports, copies and statements are allowed. */
export const isTrustedFolder = ({ type }: FolderTrust): boolean => type === 'trusted'

const headOf = (roster: Roster) => {
  const { statement, hash } = newestStatement(roster)
  return { folder: statement.folder, seq: statement.seq, hash }
}

/** Sets the head to the last statement, before the newest, that `lastSeen` and the roster share. */
const withCommonHead =
  (roster: Roster, lastSeen: readonly SignedStatement[]): ContactsChange =>
  (contacts) => {
    const { statements } = roster
    const { folder } = headOf(roster)
    const accepted = acceptedHeadOf(contacts.folders, folder)
    if (!accepted || statements[accepted.seq - 1]?.hash === accepted.hash) return contacts
    const differs = statements.findIndex(({ signed }, i) => signed.signature !== lastSeen[i]?.signature)
    // If none differs (-1), the newest is left out.
    const common = statements.slice(0, differs).at(-1)
    return common
      ? withAcceptedHead({ folder, seq: common.statement.seq, hash: common.hash })(contacts)
      : withoutFolder(folder)(contacts)
  }

const hashesOf = ({ statements }: Roster): string[] => statements.map(({ hash }) => hash)

const isHead = ({ folders }: Contacts, roster: Roster): boolean =>
  acceptedHeadOf(folders, newestStatement(roster).statement.folder)?.hash === newestStatement(roster).hash

/** Normalizes titles that a person cannot distinguish. */
const comparableTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

function titleIn(chain: readonly SignedStatement[]): string | null {
  const last = chain.at(-1)
  return last ? (readStatement(last.statement)?.title ?? null) : null
}

/** Pending statements of this chain whose position is taken, by themselves or by others. */
const settledStatements = ({ pending }: Contacts, roster: Roster): SignedStatement[] =>
  pending.filter(({ statement }) => {
    const { folder, seq } = positionOf(statement)
    return folder === newestStatement(roster).statement.folder && seq <= roster.statements.length
  })

const folderIn = (statement: string) => positionOf(statement).folder

/** Position of a statement of one's own, from one's own box. */
const positionOf = (statement: string) =>
  JSON.parse(statement) as { folder: string; seq: number; prev: string | null }
