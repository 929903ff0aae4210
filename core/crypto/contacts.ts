import type { SignedStatement } from '../../contract/roster.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { fromBase64, fromUtf8, toBase64 } from './bytes.ts'
import { canonicalJson, type JsonObject, readCanonicalJson } from './canonicalJson.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { pad, unpad } from './padding.ts'
import { isLinkTag } from './uploadLinkTag.ts'

/** FORMAT.md, 17: a person's trusted people and folders, sealed with the root of their own key. */
const contactsLabel = 'sealpost/1/contacts'

/** A person whose code was compared. Identified by the fingerprint, not by id or name. */
export interface Person {
  readonly user: number
  readonly name: string
  readonly fp: string
}

/** Newest trusted statement of a folder. */
export interface AcceptedHead {
  readonly folder: string
  readonly seq: number
  /** Hash of that statement, as the next one names it. */
  readonly hash: string
  /** Whether its names are hidden from the server; null if not known. */
  readonly private: boolean | null
}

/** A folder of one person. */
export interface OwnFolder {
  readonly id: number
  /** Null if the person deleted it. */
  readonly title: string | null
  /** True if its secret link was given out: only then proofs of origin count. */
  readonly secret: boolean
  /** Whether its names are hidden from the server; null if not known. */
  readonly private: boolean | null
  /** Tags of its upload links (FORMAT.md, 20), newest first. */
  readonly to: readonly string[]
}

/** Tags that are remembered of a folder. */
export const maxRememberedTags = 32

export interface Contacts {
  readonly v: 2
  /** Version number, incremented by each write. */
  readonly n: number
  readonly people: readonly Person[]
  readonly folders: readonly AcceptedHead[]
  readonly own: readonly OwnFolder[]
  /** Statements that were signed and may not be stored yet. */
  readonly pending: readonly SignedStatement[]
}

/** Seals contacts, in base64. @param root HKDF handle of R @throws TypeError if they would not open */
export async function sealContacts(root: CryptoKey, contacts: Contacts): Promise<string> {
  const own = readContacts({ ...contacts })
  if (own === null) throw new TypeError('not what a person can remember')
  const content = pad(canonicalJson(own))
  return toBase64(await sealSaltedBox({ secret: root, label: contactsLabel, aad: new Uint8Array() }, content))
}

/** @throws CryptoError 'wrong-key' for a box of another root, 'damaged', 'bad-format', 'newer-version' */
export async function openContacts(root: CryptoKey, sealedB64: string): Promise<Contacts> {
  const parameters = { secret: root, label: contactsLabel, aad: new Uint8Array() }
  const bytes = unpad(await openSaltedBox(parameters, fromBase64(sealedB64)))
  const { v } = parseJsonObject(fromUtf8(bytes) ?? '')
  if (typeof v === 'number' && v > 2) throw new CryptoError('newer-version')
  return v === 1
    ? upgraded(readCanonicalJson(bytes, readFirstVersion))
    : readCanonicalJson(bytes, readContacts)
}

/** Contacts before 0.1.0: `own` were folders whose secret link was given out. */
type FirstVersion = Pick<Contacts, 'n' | 'people' | 'pending'> & {
  readonly v: 1
  readonly folders: readonly Pick<AcceptedHead, 'folder' | 'seq' | 'hash'>[]
  readonly own: readonly Pick<OwnFolder, 'id' | 'title'>[]
}

const upgraded = ({ folders, own, ...contacts }: FirstVersion): Contacts =>
  inCanonicalOrder({
    ...contacts,
    v: 2,
    folders: folders.map((head) => ({ ...head, private: null })),
    own: own.map((folder) => ({ ...folder, secret: true, private: null, to: [] })),
  })

const inCanonicalOrder = ({ n, people, folders, own, pending }: Contacts) => ({
  v: 2 as const,
  n,
  people: people.map(({ user, name, fp }) => ({ user, name, fp })),
  folders: folders.map((head) => ({ ...firstHead(head), private: head.private })),
  own: own.map(({ id, title, secret, private: hidden, to }) => ({ id, title, secret, private: hidden, to })),
  pending: pending.map(({ statement, signature }) => ({ statement, signature })),
})

const firstHead = ({ folder, seq, hash }: FirstVersion['folders'][number]) => ({ folder, seq, hash })

function readContacts(members: JsonObject) {
  const isContacts =
    members.v === 2 &&
    hasMembersOfFirstVersion(members) &&
    isListOf(members.folders, { private: isFlagOrNull }) &&
    isListOf(members.own, { secret: isFlag, private: isFlagOrNull, to: isTags })
  return isContacts ? inCanonicalOrder(members as unknown as Contacts) : null
}

function readFirstVersion(members: JsonObject) {
  if (members.v !== 1 || !hasMembersOfFirstVersion(members)) return null
  const { n, people, folders, own, pending } = members as unknown as FirstVersion
  return {
    v: 1 as const,
    n,
    people: people.map(({ user, name, fp }) => ({ user, name, fp })),
    folders: folders.map(firstHead),
    own: own.map(({ id, title }) => ({ id, title })),
    pending: pending.map(({ statement, signature }) => ({ statement, signature })),
  }
}

const hasMembersOfFirstVersion = ({ n, people, folders, own, pending }: JsonObject): boolean =>
  isCount(n) &&
  isListOf(people, { user: isCount, name: isText, fp: isText }) &&
  isListOf(folders, { folder: isText, seq: isCount, hash: isText }) &&
  isListOf(own, { id: isCount, title: isTextOrNull }) &&
  isListOf(pending, { statement: isText, signature: isText })

type Check = (value: unknown) => boolean

const isCount: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isText: Check = (value) =>
  typeof value === 'string' && value.isWellFormed() && value.normalize('NFC') === value
const isFlag: Check = (value) => typeof value === 'boolean'
const isFlagOrNull: Check = (value) => value === null || isFlag(value)
const isTags: Check = (value) =>
  Array.isArray(value) && value.length <= maxRememberedTags && value.every(isLinkTag)
const isTextOrNull: Check = (value) => value === null || isText(value)

const isListOf = (value: unknown, members: Record<string, Check>): boolean =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      Object.entries(members).every(([name, check]) => check((one as JsonObject)[name])),
  )
