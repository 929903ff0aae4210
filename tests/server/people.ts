import { constants, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { assertDefined } from '../../contract/assertDefined.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import {
  rosterLabel,
  rosterSaltBytes,
  type RosterMember,
  type Role,
  type SignedStatement,
  type Statement,
  statementText,
} from '../../contract/roster.ts'
import type { RosterChange } from '../../contract/schemas/sharing.ts'
import { fingerprint, statementHash } from '../../server/security/publicKeys.ts'
import { addUser, type Browser, type TestServer } from './testServer.ts'

/** People who share folders: key pairs of their own, and what their browsers sign and send. */

export interface PersonalPair {
  privateKey: KeyObject
  /** SPKI in base64. */
  spki: string
  fp: string
}

/** RSA keys take a third of a second: each is made once, and given again to the next server of a test file. */
const pairs: PersonalPair[] = []
let givenCount = 0

/** A pair that nobody has who was made since `reusePairs`. */
export function newKeyPair(): PersonalPair {
  const known = pairs[givenCount++]
  if (known !== undefined) return known
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const pair = { privateKey, spki, fp: fingerprint(spki) }
  pairs.push(pair)
  return pair
}

/** Before a test with people of its own. */
export const reusePairs = (): void => void (givenCount = 0)

export interface Person {
  id: number
  name: string
  pair: PersonalPair
  browser: Browser
}

/** A signed-in administrator with this key pair in force. */
export async function newPerson(server: TestServer, name: string, pair = newKeyPair()): Promise<Person> {
  const id = await addUser(server.services, name)
  await server.services.db
    .updateTable('user')
    .set({ public_key_spki: pair.spki })
    .where('id', '=', id)
    .execute()
  return { id, name, pair, browser: await server.newBrowser().signIn(name) }
}

export const memberOf = ({ id, name, pair }: Omit<Person, 'browser'>, role: Role): RosterMember => ({
  user: id,
  name,
  fp: pair.fp,
  role,
})

/** What those who know the folder have of it. */
export interface SharedFolder {
  folder: Folder
  /** From the first on, as they are stored. */
  chain: SignedStatement[]
  head: Statement
  /** Of all generations. */
  keys: PersonalPair[]
}

export const signText = (text: string, { privateKey }: PersonalPair): SignedStatement => ({
  statement: text,
  signature: sign('sha256', Buffer.from(rosterLabel + text), {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: rosterSaltBytes,
  }).toString('base64'),
})

/** As long as real ones: the server cannot tell. */
export const randomGrant = (user: number, gen: number) => ({
  user,
  gen,
  grant: randomBytes(256).toString('base64'),
})

const generationOf = ({ spki }: PersonalPair) => ({
  public_key_spki: spki,
  sealed_private: randomBytes(1300).toString('base64'),
})

const sharedTitle = 'Müller / Einspruch'

/** The first statement of a folder. */
export function signFirstRoster(
  owner: Person,
  key: PersonalPair,
  changes: Partial<Statement> = {},
): Required<RosterChange> {
  const statement: Statement = {
    v: 1,
    folder: randomBytes(16).toString('base64url'),
    title: sharedTitle,
    seq: 1,
    prev: null,
    gen: 1,
    key: key.fp,
    members: [memberOf(owner, 'owner')],
    actor: owner.id,
    at: '2026-11-24T10:00:00.000Z',
    ...changes,
  }
  return {
    ...signText(statementText(statement), owner.pair),
    generation: generationOf(key),
    grants: [randomGrant(owner.id, 1)],
  }
}

/** A folder of several people that has its maker alone. */
export async function createSharedFolder(owner: Person, title = sharedTitle): Promise<SharedFolder> {
  const key = newKeyPair()
  const roster = signFirstRoster(owner, key, { title })
  const folder = await owner.browser.createFolder({ title, roster })
  const { statement, signature } = roster
  return { folder, chain: [{ statement, signature }], head: JSON.parse(statement) as Statement, keys: [key] }
}

export interface StatementChange {
  /** Those of the newest statement, unless told. */
  members?: RosterMember[]
  title?: string
  /** Begins a generation. */
  key?: PersonalPair
}

/** What the actor's browser sends to change the people of a folder: a statement, and the grants that it needs. */
export function nextChange(
  { chain, head }: SharedFolder,
  actor: Pick<Person, 'id' | 'pair'>,
  { members = [...head.members], title = head.title, key }: StatementChange,
): RosterChange {
  const statement: Statement = {
    ...head,
    title,
    seq: head.seq + 1,
    prev: statementHash(assertDefined(chain.at(-1))),
    gen: head.gen + (key === undefined ? 0 : 1),
    key: key?.fp ?? head.key,
    members: members.toSorted((a, b) => a.user - b.user),
    actor: actor.id,
  }
  const grants = statement.members.flatMap(({ user, fp }) => {
    const isFresh = !head.members.some((one) => one.user === user && one.fp === fp)
    const first = isFresh ? 1 : head.gen + 1
    return Array.from({ length: statement.gen - first + 1 }, (_, i) => randomGrant(user, first + i))
  })
  return {
    ...signText(statementText(statement), actor.pair),
    ...(key !== undefined && { generation: generationOf(key) }),
    grants,
  }
}

export const sendChange = (browser: Browser, folderId: number, change: RosterChange) =>
  browser.post(`/api/folders/${folderId}/roster`, change)

/** The folder after a change, which the server has to take. */
export async function changeFolder(
  shared: SharedFolder,
  actor: Person,
  next: StatementChange,
): Promise<SharedFolder> {
  const sent = nextChange(shared, actor, next)
  const reply = await sendChange(actor.browser, shared.folder.id, sent)
  if (reply.statusCode !== 204) throw new Error(`not changed: ${reply.body}`)
  return afterChange(shared, sent, next)
}

export const afterChange = (
  { folder, chain, keys }: SharedFolder,
  { statement, signature }: RosterChange,
  { key }: StatementChange,
): SharedFolder => ({
  folder,
  chain: [...chain, { statement, signature }],
  head: JSON.parse(statement) as Statement,
  keys: key === undefined ? keys : [...keys, key],
})

/** Lets people in, who have been compared. */
export const addPeople = (
  shared: SharedFolder,
  actor: Person,
  people: readonly Person[],
  role: Role = 'member',
): Promise<SharedFolder> =>
  changeFolder(shared, actor, {
    members: [...shared.head.members, ...people.map((one) => memberOf(one, role))],
  })

/** Takes somebody out, with the change of key that goes with it. */
export const removePerson = (
  shared: SharedFolder,
  actor: Person,
  gone: Pick<Person, 'id'>,
): Promise<SharedFolder> =>
  changeFolder(shared, actor, {
    members: shared.head.members.filter(({ user }) => user !== gone.id),
    key: newKeyPair(),
  })
