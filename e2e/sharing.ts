import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  sign,
} from 'node:crypto'
import { AdminApi } from './adminApi.ts'
import { paddedJson, rootOf, sealSaltedBox } from './sealing.ts'
import type { TestServer } from './server.ts'

/**
 * People who share folders, by the API alone and by another implementation of the formats (FORMAT.md on folders of several
 * people): what a server that lies would need, too.
 */
export interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

export interface Person {
  id: number
  name: string
  password: string
  verifier: string
  pair: KeyPair
  fp: string
  /** Signed in. */
  api: AdminApi
}

export interface RosterMember {
  user: number
  name: string
  fp: string
  role: 'owner' | 'member'
}

interface Statement {
  v: 1
  folder: string
  title: string
  seq: number
  prev: string | null
  gen: number
  key: string
  members: RosterMember[]
  actor: number
  at: string
}

export interface SignedStatement {
  statement: string
  signature: string
}

interface KeyGeneration {
  secret: Buffer
  pair: KeyPair
}

/** Everything that anybody in the folder knows. */
export interface SharedFolder {
  id: number
  linkToken: string
  statements: Statement[]
  chain: SignedStatement[]
  /** All generations of the key, from the first on. */
  generations: KeyGeneration[]
}

export const newKeyPair = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

export const spkiOf = ({ publicKey }: Pick<KeyPair, 'publicKey'>) =>
  publicKey.export({ format: 'der', type: 'spki' })

export const fingerprintOf = (pair: Pick<KeyPair, 'publicKey'>): string =>
  createHash('sha256').update('sealpost/1/fp\0').update(spkiOf(pair)).digest('base64url')

/** Another administrator, with a key pair in force that the test knows. */
export async function addAdministrator(
  server: Pick<TestServer, 'origin' | 'admin'>,
  name: string,
): Promise<Person> {
  const password = `the password of ${name}`
  await server.admin('add', name, '--password', password)
  const { api, pair, userId, verifier } = await AdminApi.signIn(server.origin, {
    username: name,
    password,
  })
  return { id: userId, name, password, verifier, pair, fp: fingerprintOf(pair), api }
}

export const codeOfPerson = ({ name, fp }: Pick<Person, 'name' | 'fp'>): string => `${name}.${fp}`

export const rosterMember = ({ id, name, fp }: Person, role: RosterMember['role']): RosterMember => ({
  user: id,
  name,
  fp,
  role,
})

export function signStatement(
  statement: Statement,
  { privateKey }: Pick<KeyPair, 'privateKey'>,
): SignedStatement {
  const text = JSON.stringify(statement)
  const signature = sign('sha256', Buffer.from(`sealpost/1/roster\0${text}`), {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 32,
  })
  return { statement: text, signature: signature.toString('base64') }
}

export const hashOfStatement = ({ statement, signature }: SignedStatement): string =>
  createHash('sha256').update(statement).update(Buffer.from(signature, 'base64')).digest('base64url')

const newGeneration = (): KeyGeneration => ({ secret: randomBytes(32), pair: newKeyPair() })

function generationBytes(folder: string, gen: number): Buffer {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(gen)
  return Buffer.concat([Buffer.from(folder, 'base64url'), number])
}

/** A generation as the server stores it. */
export const sealGeneration = (folder: string, gen: number, { secret, pair }: KeyGeneration) => ({
  public_key_spki: spkiOf(pair).toString('base64'),
  sealed_private: sealSaltedBox(
    secret,
    'sealpost/1/folder-key',
    generationBytes(folder, gen),
    pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
  ).toString('base64'),
})

export const sealGrant = (
  { id, pair }: Pick<Person, 'id' | 'pair'>,
  folder: string,
  gen: number,
  secret: Buffer,
) => ({
  user: id,
  gen,
  grant: publicEncrypt(
    {
      key: createPublicKey({ key: spkiOf(pair), format: 'der', type: 'spki' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: Buffer.concat([Buffer.from('sealpost/1/grant\0'), generationBytes(folder, gen)]),
    },
    secret,
  ).toString('base64'),
})

/** What begins a folder that has its maker alone, whether the server would take it or not. */
export function firstStatement(owner: Person, title: string) {
  const generation = newGeneration()
  const statement: Statement = {
    v: 1,
    folder: randomBytes(16).toString('base64url'),
    title,
    seq: 1,
    prev: null,
    gen: 1,
    key: fingerprintOf(generation.pair),
    members: [rosterMember(owner, 'owner')],
    actor: owner.id,
    at: new Date().toISOString(),
  }
  const first = signStatement(statement, owner.pair)
  const roster = {
    ...first,
    generation: sealGeneration(statement.folder, 1, generation),
    grants: [sealGrant(owner, statement.folder, 1, generation.secret)],
  }
  return { roster, after: { statements: [statement], chain: [first], generations: [generation] } }
}

/** A folder of several people that has its maker alone. */
export async function createSharedFolder(owner: Person, title: string): Promise<SharedFolder> {
  const { roster, after } = firstStatement(owner, title)
  const { id, link_token } = await owner.api.createFolder({ title, roster })
  return { ...after, id, linkToken: link_token }
}

export interface PeopleChange {
  /** Everybody who is in the folder from now on, and can be given grants. */
  people: readonly (readonly [Person, RosterMember['role']])[]
  rotates?: boolean
  title?: string
}

/** What follows the newest statement, signed by this person, whether the server would take it or not. */
export function nextStatement(
  shared: SharedFolder,
  actor: Person,
  { people, rotates = false, title }: PeopleChange,
) {
  const last = shared.statements.at(-1)
  const lastSigned = shared.chain.at(-1)
  if (!last || !lastSigned) throw new Error('a folder has a statement')
  const generations = rotates ? [...shared.generations, newGeneration()] : shared.generations
  const newest = generations.at(-1)
  if (!newest) throw new Error('a folder has a key')
  const members = people.map(([one, role]) => rosterMember(one, role)).sort((a, b) => a.user - b.user)
  const statement: Statement = {
    ...last,
    title: title ?? last.title,
    seq: last.seq + 1,
    prev: hashOfStatement(lastSigned),
    gen: generations.length,
    key: fingerprintOf(newest.pair),
    members,
    actor: actor.id,
    at: new Date().toISOString(),
  }
  const next = signStatement(statement, actor.pair)
  const grants = people.flatMap(([one]) => {
    const isNew = !last.members.some(({ fp }) => fp === one.fp)
    return generations.flatMap(({ secret }, i) =>
      isNew || i + 1 > last.gen ? [sealGrant(one, last.folder, i + 1, secret)] : [],
    )
  })
  const change = {
    ...next,
    ...(rotates && { generation: sealGeneration(last.folder, generations.length, newest) }),
    grants,
  }
  const after: SharedFolder = {
    ...shared,
    statements: [...shared.statements, statement],
    chain: [...shared.chain, next],
    generations,
  }
  return { change, after }
}

/** Changes the people of a folder by a statement that the server takes. */
export async function changePeople(
  shared: SharedFolder,
  actor: Person,
  change: PeopleChange,
): Promise<SharedFolder> {
  const { change: sent, after } = nextStatement(shared, actor, change)
  await actor.api.json('POST', `/folders/${shared.id}/roster`, sent)
  const { link_token } = await actor.api.json<{ link_token: string }>('GET', `/folders/${shared.id}`)
  return { ...after, linkToken: link_token }
}

/** Seals what somebody remembers of people and folders, as the server keeps it. */
export function sealContacts(
  { privateKey }: Pick<KeyPair, 'privateKey'>,
  n: number,
  people: readonly Pick<Person, 'id' | 'name' | 'fp'>[],
) {
  const compared = people.map(({ id, name, fp }) => ({ user: id, name, fp }))
  const content = paddedJson({ v: 1, n, people: compared, folders: [], own: [], pending: [] })
  const root = rootOf(privateKey.export({ format: 'der', type: 'pkcs8' }))
  return {
    n,
    sealed: sealSaltedBox(root, 'sealpost/1/contacts', Buffer.alloc(0), content).toString('base64'),
  }
}

/** Where `api.store` puts files of the folder. */
export const uploadTarget = ({ id, linkToken }: SharedFolder) => ({ id, link_token: linkToken })

/** The key that senders seal to. */
export function newestPublicKey({ generations }: SharedFolder): KeyObject {
  const newest = generations.at(-1)
  if (!newest) throw new Error('a folder has a key')
  return newest.pair.publicKey
}
