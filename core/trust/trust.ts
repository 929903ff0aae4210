import { fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { mayPass } from '../faults/kinds.ts'
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
import { ContactsKeeper, sameUntilAnswered } from './contacts.ts'
import {
  type ContactsChange,
  inTurn,
  withHead,
  withoutFolder,
  withoutPending,
  withPending,
  withTakenHead,
} from './contactsChanges.ts'
import { type ClaimedFolder, knownFolder, missingFolders, newestOf, type Standing } from './evaluateTrust.ts'
import {
  chainOf,
  isSameStatement,
  keepChain,
  openSharedFolder,
  type SharedFolder,
  takeChain,
} from './openFolder.ts'
import { type DeviceMemory, type DeviceRecord, emptyRecord, type TrustCalls } from './ports.ts'
import { edited, firstChange, type RosterEdit, signedChange, type Signing } from './rosterChange.ts'

/** Whoever has their key open. */
export interface Person extends Signing {
  /** HKDF handle of R. */
  readonly root: CryptoKey
}

export interface ClaimedShared extends ClaimedFolder {
  /** The server's number of the folder. */
  readonly id: number
}

/** A folder, and what the person remembered when it was judged. */
export interface EvaluatedFolder extends SharedFolder {
  readonly contacts: Contacts
  /** Signed by this person before, and nobody knows whether the server has it. */
  readonly unconfirmed: Unconfirmed | null
}

export interface Unconfirmed {
  readonly signed: SignedStatement
  /** What was sent with it, where it was signed on this device: it can be sent again. */
  readonly change: RosterChange | null
}

export interface MissingFolder {
  /** Its own id, base64url. */
  readonly folder: string
  /** As this device has seen it last; null where it never did. */
  readonly title: string | null
}

interface TrustPorts {
  calls: TrustCalls
  memory: DeviceMemory
  /** Now, ISO 8601. */
  now: () => string
}

/**
 * What one person does with folders of several people, over ports: judging, opening, and changing who is in them. What is
 * remembered is written before what hangs on it. One for each key that is unlocked.
 */
export class Trust {
  readonly contacts: ContactsKeeper
  readonly #person: Person
  readonly #ports: TrustPorts
  /** What was signed for a next key, by its fingerprint: a second try sends the very same, and signs nothing beside it. */
  readonly #signedFor = new Map<string, MovedKey['rosters']>()

  constructor(person: Person, ports: TrustPorts) {
    this.#person = person
    this.#ports = ports
    this.contacts = new ContactsKeeper({ root: person.root, fingerprint: person.fp }, ports)
  }

  /** Verified, judged, opened. A head that is trusted is remembered. @throws ContactsAlarm, FaultError */
  async open(claimed: ClaimedShared): Promise<EvaluatedFolder> {
    // Before the roster is asked for: whatever is remembered then has to be in it.
    const contacts = await this.contacts.load()
    const known = { me: this.#person, contacts, memory: this.#ports.memory }
    const getRoster = () => this.#ports.calls.getRoster(claimed.id)
    const folder = await openSharedFolder(claimed, getRoster, known)
    const { standing, roster } = folder
    const isTrusted = standing.type === 'trusted' && roster !== null
    // What an alarm shows settles nothing.
    const settled = standing.type !== 'alarm' && roster ? settledOf(contacts, roster) : []
    const changes: ContactsChange[] = []
    if (isTrusted) changes.push(withHead(headOf(roster), hashesOf(roster)))
    if (settled.length > 0) changes.push(withoutPending(settled))
    const remembered = changes.length > 0 ? await this.contacts.change(inTurn(...changes)) : contacts
    await this.#forgetUnsent(settled)
    // Another window was further, or was shown another history: judged by what it remembers.
    if (isTrusted && !isHead(remembered, roster)) return this.open(claimed)
    return {
      ...folder,
      contacts: remembered,
      unconfirmed: await this.#unconfirmed(claimed.folder, remembered),
    }
  }

  /**
   * Whether nothing else was seen since it was judged: by the person anywhere, or in another window of this device. Asked
   * before whatever hangs on who is in it. @throws ContactsAlarm, FaultError
   */
  async isNewest({ folder, roster }: SharedFolder): Promise<boolean> {
    const head = knownFolder((await this.contacts.load()).folders, folder)
    const { rosters } = await this.#record()
    const seen = rosters[folder]?.at(-1)
    const newest = roster && newestOf(roster)
    return (!head || head.hash === newest?.hash) && (!seen || isSameStatement(seen, newest?.signed))
  }

  /**
   * An invitation of somebody who is compared by now, or what was given up and appeared all the same: from now on it is
   * trusted as it stands. Nobody is believed for being shown: where its signer was not compared it stays what it is.
   * @throws FaultError 'folder-not-trusted'
   */
  async accept({ standing, roster }: SharedFolder): Promise<void> {
    if (standing.type === 'alarm' || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { signer } = newestOf(roster)
    const accepted = await this.contacts.change((contacts) => {
      if (!this.#isCompared(signer, contacts) && standing.type !== 'trusted')
        throw new FaultError(fault('folder-not-trusted'))
      return withHead(headOf(roster), hashesOf(roster))(contacts)
    })
    if (!isHead(accepted, roster)) throw new FaultError(fault('rosterMoved'))
  }

  /**
   * After 'The server was restored', and the password: the older state that is shown is taken, here and in what the person
   * remembers. Only where the alarm has a way back. Where its newest statement is of somebody who was not compared, what is
   * accepted ends before it: the folder is then 'unsure', or an invitation where that is its first.
   */
  async takeOlder(folder: SharedFolder): Promise<void> {
    const { standing, roster } = folder
    const hasWay =
      standing.type === 'alarm' &&
      (standing.alarm.type === 'rollback' || standing.alarm.type === 'fork') &&
      standing.alarm.wayBack !== null
    if (!hasWay || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { rosters } = await this.#record()
    const kept = rosters[folder.folder] ?? []
    await this.contacts.change((contacts) =>
      this.#isCompared(newestOf(roster).signer, contacts)
        ? withTakenHead(headOf(roster))(contacts)
        : withCommonHead(roster, kept)(contacts),
    )
    await takeChain(this.#ports.memory, this.#person.fp, folder.folder, chainOf(roster))
  }

  /** What this device remembers under the person's key. */
  async #record(): Promise<DeviceRecord> {
    return (await this.#ports.memory.read(this.#person.fp)) ?? emptyRecord
  }

  #isCompared(signer: string, { people }: Contacts): boolean {
    return signer === this.#person.fp || people.some(({ fp }) => fp === signer)
  }

  /** Folders that the person has accepted once, and that a list leaves out. @param listed the folders' own ids */
  async missing({ folders }: Pick<Contacts, 'folders'>, listed: readonly string[]): Promise<MissingFolder[]> {
    const { rosters } = await this.#record()
    const shown = listed.map((folder) => ({ folder }))
    return missingFolders(folders, shown).map(({ folder }) => ({
      folder,
      title: titleIn(rosters[folder] ?? []),
    }))
  }

  /**
   * Whether a folder that is listed as this person's alone has the title of one of several that is known and not listed: a
   * server that shows one for the other would have files for all of them sealed to one. As far as this device has seen.
   * @param title as it is shown
   * @param listed what the same list shows
   * @throws ContactsAlarm, FaultError
   */
  async isInPlaceOfShared(title: string, listed: () => Promise<readonly string[]>): Promise<boolean> {
    const { rosters } = await this.#record()
    const isAlike = (other: string | null) => other !== null && asRead(other) === asRead(title)
    if (!Object.values(rosters).some((chain) => isAlike(titleIn(chain)))) return false
    const missing = await this.missing(await this.contacts.load(), await listed())
    return missing.some((one) => isAlike(one.title))
  }

  /**
   * A folder that is gone for good: it is not missed any more. What this device has seen of it stays: where it comes back,
   * an older state is an alarm.
   */
  async forget(folder: string): Promise<void> {
    const contacts = await this.contacts.load()
    const signed = contacts.pending.filter(({ statement }) => folderIn(statement) === folder)
    await this.contacts.change(inTurn(withoutFolder(folder), withoutPending(signed)))
    await this.#forgetUnsent(signed)
  }

  /**
   * Signs what follows the statement that was judged, and has the server store it. What is signed is remembered before it
   * is sent; where no answer comes it stays 'unconfirmed' until the chain shows what became of it.
   * @param publicKeys of people who are not in the folder yet, by fingerprint
   * @throws FaultError 'rosterMoved' when somebody was faster: the person is to look again; 'unanswered', …
   */
  async change(
    folder: EvaluatedFolder,
    edit: RosterEdit,
    publicKeys: ReadonlyMap<string, Bytes> = new Map(),
  ): Promise<void> {
    const change = await this.signed(folder, edit, publicKeys)
    await this.#remember(change)
    await this.#send(folder, change)
  }

  /** As `change`, signed and not sent. @throws FaultError */
  async signed(
    folder: EvaluatedFolder,
    edit: RosterEdit,
    publicKeys: ReadonlyMap<string, Bytes> = new Map(),
  ): Promise<RosterChange> {
    if (folder.standing.type !== 'trusted' || !folder.roster)
      throw new FaultError(fault('folder-not-trusted'))
    if (folder.unconfirmed) throw new FaultError(fault('change-unconfirmed'))
    if (!(await this.isNewest(folder))) throw new FaultError(fault('rosterMoved'))
    const next = edited(newestOf(folder.roster).statement, edit, this.#person)
    if (!next) throw new FaultError(fault('change-empty'))
    const basis = {
      roster: folder.roster,
      grants: folder.grants,
      publicKeys: new Map([...folder.publicKeys, ...publicKeys]),
      at: this.#ports.now(),
    }
    return signedChange(next, basis, this.#person)
  }

  /** The very bytes that were sent before; not behind an alarm. @throws FaultError */
  async sendAgain(folder: EvaluatedFolder): Promise<void> {
    const change = folder.unconfirmed?.change
    if (folder.standing.type === 'alarm') throw new FaultError(fault('folder-not-trusted'))
    if (!change) throw new FaultError(fault('change-unconfirmed'))
    await this.#send(folder, change)
  }

  /**
   * Gives an unconfirmed statement up. Whoever has it can still make it count while nothing else stands in its place: the
   * person has been told, and where it appears this device asks again ('unsure') instead of taking it for theirs.
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

  /**
   * The first statement of a new folder: it makes this person its one owner.
   * @param create sends it, and gives back the server's answer
   */
  async begin<T>(title: string, create: (roster: FirstRoster) => Promise<T>): Promise<T> {
    const change = await firstChange(title, this.#ports.now(), this.#person)
    const signed = asSigned(change)
    await this.contacts.change(withPending(signed))
    try {
      const answer = await sameUntilAnswered(() => create(change))
      await this.#keep(folderIn(signed.statement), [signed])
      return answer
    } catch (error) {
      if (!mayPass(faultOf(error))) await this.contacts.change(withoutPending([signed]))
      throw error
    }
  }

  /**
   * What goes along when the person's own key pair is replaced, in the one transaction that installs the new one: what is
   * remembered, sealed with the new root, and a statement of each of these folders that names the new key.
   * @param planned folders that the person owns; those of which they are a member need an owner to let them in again
   * @throws FaultError 'rosterMoved' where one is not as it was planned: the person is to look again; 'folder-not-trusted',
   *   'change-unconfirmed', …
   */
  async moveTo(next: NextKey, planned: readonly EvaluatedFolder[]): Promise<MovedKey> {
    // Since it was planned another window, or another device, may have gone on.
    const folders = await Promise.all(planned.map((folder) => this.#asPlanned(folder)))
    // One folder under two numbers would get two statements in one place.
    if (new Set(folders.map(({ folder }) => folder)).size < folders.length)
      throw new FaultError(fault('folder-not-trusted'))
    const rosters = await Promise.all(folders.map((folder) => this.#movedTo(next, folder)))
    this.#signedFor.set(next.fp, [...(this.#signedFor.get(next.fp) ?? []), ...rosters])
    const heads = await Promise.all(
      rosters.map(async (change, i) => {
        const hash = await statementHash(change)
        const roster = folders[i]?.roster
        const chain = [...(roster ? chainOf(roster) : []), asSigned(change)]
        const hashes = [...(roster ? hashesOf(roster) : []), hash]
        return { chain, hashes, head: { folder: folders[i]?.folder ?? '', seq: chain.length, hash } }
      }),
    )
    const before = await this.contacts.load()
    // The very contacts that the new box follows: whoever signs meanwhile has their count, and this one is refused.
    for (const change of rosters) refuseSecond(before, asSigned(change))
    const after = {
      ...inTurn(...heads.map(({ head, hashes }) => withHead(head, hashes)))(before),
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
      }))
      // Where another window has seen another history, that one stays, and tells.
      for (const { head, chain } of heads) await keepChain(this.#ports.memory, next.fp, head.folder, chain)
    }
    return { contacts: { n: after.n, sealed }, rosters, remember }
  }

  /** The statement that names the next key: the very one that was signed before, where it still follows the newest. */
  async #movedTo(next: NextKey, folder: EvaluatedFolder): Promise<RosterChange & { folder_id: number }> {
    const newest = folder.roster && newestOf(folder.roster).hash
    const before = this.#signedFor.get(next.fp)?.find(({ statement }) => {
      const place = placeOf(statement)
      return place.folder === folder.folder && place.prev === newest
    })
    if (before) return { ...before, folder_id: folder.id }
    const publicKeys = new Map([[next.fp, next.publicKey]])
    const change = await this.signed(folder, { type: 'own-key', fp: next.fp }, publicKeys)
    return { folder_id: folder.id, ...change }
  }

  /** Judged anew. @throws FaultError */
  async #asPlanned({ id, folder, standing, roster }: EvaluatedFolder): Promise<EvaluatedFolder> {
    if (!mayAct(standing) || !roster) throw new FaultError(fault('folder-not-trusted'))
    const { hash, statement } = newestOf(roster)
    const now = await this.open({ id, folder, title: statement.title })
    if (now.roster && newestOf(now.roster).hash !== hash) throw new FaultError(fault('rosterMoved'))
    return now
  }

  async #remember(change: RosterChange): Promise<void> {
    const signed = asSigned(change)
    const hash = await statementHash(signed)
    await this.#ports.memory.update(this.#person.fp, (record) => ({
      ...record,
      unsent: { ...record.unsent, [hash]: change },
    }))
    try {
      await this.contacts.change((contacts) => {
        refuseSecond(contacts, signed)
        return withPending(signed)(contacts)
      })
    } catch (error) {
      if (secondSigned.has(faultOf(error).code)) await this.#forgetUnsent([signed])
      throw error
    }
  }

  /** A refusal, too, is the server's word only: what was signed stays unconfirmed until the chain or the person settles it. */
  async #send({ id, folder, roster }: EvaluatedFolder, change: RosterChange): Promise<void> {
    await sameUntilAnswered(() => this.#ports.calls.changeRoster(id, change))
    const isNext = roster !== null && placeOf(change.statement).prev === newestOf(roster).hash
    if (isNext) await this.#keep(folder, [...chainOf(roster), asSigned(change)])
  }

  /** What the server has said yes to is seen: a chain without it is an alarm on this device. */
  async #keep(folder: string, chain: readonly SignedStatement[]): Promise<void> {
    await keepChain(this.#ports.memory, this.#person.fp, folder, chain)
  }

  async #unconfirmed(folder: string, { pending }: Contacts): Promise<Unconfirmed | null> {
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

export type FirstRoster = Awaited<ReturnType<typeof firstChange>>

/** A person's next key pair. */
export interface NextKey {
  readonly fp: string
  readonly root: CryptoKey
  /** SPKI. */
  readonly publicKey: Bytes
}

export interface MovedKey {
  readonly contacts: { n: number; sealed: string }
  readonly rosters: readonly (RosterChange & { folder_id: number })[]
  /** To be called when the pair is installed: what this device has seen goes on under the new key. */
  readonly remember: () => Promise<void>
}

const asSigned = ({ statement, signature }: SignedStatement): SignedStatement => ({ statement, signature })

/**
 * Two statements of one person in the same place would be two histories, each with their signature: another window, or
 * another device, has signed one already.
 */
function refuseSecond(contacts: Contacts, signed: SignedStatement): void {
  const { folder, seq } = placeOf(signed.statement)
  const isSecond = contacts.pending.some(({ statement, signature }) => {
    const other = placeOf(statement)
    return other.folder === folder && other.seq >= seq && signature !== signed.signature
  })
  if (isSecond) throw new FaultError(fault('change-unconfirmed'))
  const head = knownFolder(contacts.folders, folder)
  if (head && head.seq >= seq) throw new FaultError(fault('rosterMoved'))
}

const secondSigned: ReadonlySet<string> = new Set(['change-unconfirmed', 'rosterMoved'])

/** Nothing is made, copied, brought in or signed in a folder that stands otherwise. */
export const mayAct = ({ type }: Standing): boolean => type === 'trusted'

const headOf = (roster: Roster) => {
  const { statement, hash } = newestOf(roster)
  return { folder: statement.folder, seq: statement.seq, hash }
}

/** Of a folder that was accepted: the last head, before the newest statement, that `kept` and the roster have in common. */
const withCommonHead =
  (roster: Roster, kept: readonly SignedStatement[]): ContactsChange =>
  (contacts) => {
    const { statements } = roster
    const { folder } = headOf(roster)
    const accepted = knownFolder(contacts.folders, folder)
    if (!accepted || statements[accepted.seq - 1]?.hash === accepted.hash) return contacts
    const differs = statements.findIndex(({ signed }, i) => signed.signature !== kept[i]?.signature)
    // Where none differs (-1), the newest is left out.
    const common = statements.slice(0, differs).at(-1)
    return common
      ? withTakenHead({ folder, seq: common.statement.seq, hash: common.hash })(contacts)
      : withoutFolder(folder)(contacts)
  }

const hashesOf = ({ statements }: Roster): string[] => statements.map(({ hash }) => hash)

const isHead = ({ folders }: Contacts, roster: Roster): boolean =>
  knownFolder(folders, newestOf(roster).statement.folder)?.hash === newestOf(roster).hash

/** Titles that a person cannot tell apart are one. */
const asRead = (title: string): string =>
  title
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Of the newest statement of a chain that this device keeps. */
function titleIn(chain: readonly SignedStatement[]): string | null {
  const last = chain.at(-1)
  return last ? (readStatement(last.statement)?.title ?? null) : null
}

/** Pending statements of this chain in whose place there is one now, themselves or another. */
const settledOf = ({ pending }: Contacts, roster: Roster): SignedStatement[] =>
  pending.filter(({ statement }) => {
    const { folder, seq } = placeOf(statement)
    return folder === newestOf(roster).statement.folder && seq <= roster.statements.length
  })

const folderIn = (statement: string) => placeOf(statement).folder

/** Of a statement of one's own: it was opened from one's own box. */
const placeOf = (statement: string) =>
  JSON.parse(statement) as { folder: string; seq: number; prev: string | null }
