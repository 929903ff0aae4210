import type { ApiCode } from '../../../contract/errors.ts'
import type { RosterMember, SignedStatement, Statement } from '../../../contract/roster.ts'
import type { RosterChange } from '../../../contract/schemas/sharing.ts'
import { isBrokenRoster, publicKeysByFingerprint, verifyRoster } from '../../../core/crypto/index.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import type { TrustCalls } from '../../../core/trust/trustPorts.ts'
import type { ClaimedSharedFolder, FirstRoster, PreparedKeyChange } from '../../../core/trust/trust.ts'
import type { ResponseOf } from '../../../src/api/client.ts'

export interface StoredFolder {
  readonly id: number
  /** As its list says. */
  title: string
  folder: string
  statements: SignedStatement[]
  generations: { gen: number; sealed_private: string; since: string }[]
  grants: { user: number; gen: number; grant: string }[]
  leaving: Set<number>
}

export interface StoredContacts {
  n: number
  sealed: string | null
}

/** What happens to a call on its way: 'unsent' never arrives, of 'unanswered' the answer is lost. */
export type CallOutcome = () => 'fine' | 'unsent' | 'unanswered'

export const refusal = (code: ApiCode, status: number) => new FaultError(fault(code, { status }))
const unanswered = () => new FaultError(fault('unanswered'))

export const parseStatement = ({ statement }: SignedStatement) => JSON.parse(statement) as Statement
export const newestStatement = ({ statements }: StoredFolder): Statement => {
  const newest = statements.at(-1)
  if (!newest) throw new Error('no statement')
  return parseStatement(newest)
}

/** What an honest server keeps and decides: compare and swap, identical repeats, access by the newest statement. */
export class ModelServer {
  readonly folders = new Map<number, StoredFolder>()
  readonly contacts = new Map<number, StoredContacts>()
  /** Public keys that were ever in force, base64. */
  readonly keys = new Set<string>()
  /** Everything that ever arrived with a signature, stored or not. */
  readonly arrived: SignedStatement[] = []
  /** Every grant that was ever stored: what is taken away from somebody may have been copied. */
  readonly granted: { folder: number; gen: number; grant: string }[] = []
  #clock = 0

  now = () => new Date(Date.UTC(2026, 0, 1) + 1000 * this.#clock++).toISOString()

  /** As one user's device reaches it. */
  calls(
    user: number,
    weather: CallOutcome = () => 'fine',
    turn: () => Promise<void> = () => Promise.resolve(),
  ): TrustCalls {
    const deliver = async <T>(work: () => T | Promise<T>): Promise<T> => {
      const how = weather()
      await turn()
      if (how === 'unsent') throw unanswered()
      // Of one moment, as the server reads it: what changes while the answer is on its way is not in it.
      const answer = structuredClone(await work())
      await turn()
      if (how === 'unanswered') throw unanswered()
      return answer
    }
    return {
      getContacts: () => deliver(() => this.contactsOf(user)),
      setContacts: (body) => deliver(() => this.setContacts(user, body)),
      getRoster: (id) => deliver(() => this.getRoster(user, id)),
      changeRoster: (id, change) => deliver(() => this.changeRoster(user, id, change)),
    }
  }

  contactsOf = (user: number): StoredContacts => this.contacts.get(user) ?? { n: 0, sealed: null }

  setContacts(user: number, body: { n: number; sealed: string }): void {
    const kept = this.contactsOf(user)
    if (kept.n === body.n && kept.sealed === body.sealed) return
    if (body.n !== kept.n + 1) throw refusal('contactsMoved', 409)
    this.contacts.set(user, { ...body })
  }

  claim(id: number): ClaimedSharedFolder {
    const { title, folder } = this.folder(id)
    return { id, title, folder }
  }

  folder(id: number): StoredFolder {
    const folder = this.folders.get(id)
    if (!folder) throw refusal('folderNotFound', 404)
    return folder
  }

  getRoster(user: number, id: number): ResponseOf<'getRoster'> {
    const folder = this.folder(id)
    if (!memberIn(folder, user)) throw refusal('folderNotFound', 404)
    return {
      statements: folder.statements,
      keys: [...this.keys],
      generations: folder.generations.map((one) => ({
        ...one,
        grant: folder.grants.find((grant) => grant.user === user && grant.gen === one.gen)?.grant ?? null,
      })),
      leaving: [...folder.leaving],
    }
  }

  async changeRoster(user: number, id: number, change: RosterChange): Promise<void> {
    const signed = { statement: change.statement, signature: change.signature }
    this.arrived.push(signed)
    const folder = this.folder(id)
    const last = folder.statements.at(-1)
    if (last?.statement === signed.statement && last.signature === signed.signature) return
    if (memberIn(folder, user)?.role !== 'owner') throw refusal('ownersOnly', 403)
    if (parseStatement(signed).seq !== folder.statements.length + 1) throw refusal('rosterMoved', 409)
    const length = folder.statements.length
    const roster = await verifyRoster(
      [...folder.statements, signed],
      await publicKeysByFingerprint([...this.keys]),
    )
    if (folder.statements.length !== length) throw refusal('rosterMoved', 409)
    if (isBrokenRoster(roster))
      throw refusal(roster.problem === 'order' ? 'rosterMoved' : 'rosterInvalid', 409)
    this.#store(folder, signed, change)
  }

  #store(folder: StoredFolder, signed: SignedStatement, change: RosterChange): void {
    const before = folder.statements.at(-1)
    folder.statements.push(signed)
    const { gen, title, members } = parseStatement(signed)
    folder.title = title
    if (change.generation)
      folder.generations.push({ gen, sealed_private: change.generation.sealed_private, since: this.now() })
    const kept = new Map(before ? parseStatement(before).members.map(({ user, fp }) => [user, fp]) : [])
    const isSame = ({ user, fp }: RosterMember) => kept.get(user) === fp
    const staying = new Set(members.filter(isSame).map(({ user }) => user))
    folder.grants = [...folder.grants.filter(({ user }) => staying.has(user)), ...change.grants]
    for (const { gen: of, grant } of change.grants) this.granted.push({ folder: folder.id, gen: of, grant })
    for (const user of folder.leaving) if (!staying.has(user)) folder.leaving.delete(user)
  }

  create(first: FirstRoster): number {
    for (const [id, { folder }] of this.folders) if (folder === parseStatement(first).folder) return id
    const id = this.folders.size + 1
    const { folder, title } = parseStatement(first)
    const stored = {
      id,
      title,
      folder,
      statements: [],
      generations: [],
      grants: [],
      leaving: new Set<number>(),
    }
    this.arrived.push({ statement: first.statement, signature: first.signature })
    this.folders.set(id, stored)
    this.#store(stored, { statement: first.statement, signature: first.signature }, first)
    return id
  }

  /** One transaction: all of it or none. */
  async install(user: number, spkiB64: string, { contacts, rosters }: PreparedKeyChange): Promise<void> {
    const fits = rosters.every(
      ({ folder_id, statement, signature }) =>
        parseStatement({ statement, signature }).seq === this.folder(folder_id).statements.length + 1,
    )
    if (!fits || contacts.n !== this.contactsOf(user).n + 1) throw refusal('rosterMoved', 409)
    this.keys.add(spkiB64)
    for (const { folder_id, ...change } of rosters) await this.changeRoster(user, folder_id, change)
    this.contacts.set(user, { ...contacts })
  }
}

const memberIn = (folder: StoredFolder, user: number) =>
  newestStatement(folder).members.find((member) => member.user === user)
