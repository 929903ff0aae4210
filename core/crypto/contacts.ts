import type { SignedStatement } from '../../contract/roster.ts'
import { fromBase64, toBase64 } from './bytes.ts'
import { canonicalJson, type JsonObject, readCanonicalJson } from './canonicalJson.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { pad, unpad } from './padding.ts'

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
}

/** A folder of one person whose secret link was given out. */
export interface OwnFolder {
  readonly id: number
  /** Null if the person deleted it. */
  readonly title: string | null
}

export interface Contacts {
  readonly v: 1
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

/** @throws CryptoError 'wrong-key' for a box of another root, 'damaged', 'bad-format' */
export async function openContacts(root: CryptoKey, sealedB64: string): Promise<Contacts> {
  const parameters = { secret: root, label: contactsLabel, aad: new Uint8Array() }
  return readCanonicalJson(unpad(await openSaltedBox(parameters, fromBase64(sealedB64))), readContacts)
}

const inCanonicalOrder = ({ n, people, folders, own, pending }: Contacts) => ({
  v: 1 as const,
  n,
  people: people.map(({ user, name, fp }) => ({ user, name, fp })),
  folders: folders.map(({ folder, seq, hash }) => ({ folder, seq, hash })),
  own: own.map(({ id, title }) => ({ id, title })),
  pending: pending.map(({ statement, signature }) => ({ statement, signature })),
})

function readContacts({ v, n, people, folders, own, pending }: JsonObject) {
  const isContacts =
    v === 1 &&
    isCount(n) &&
    isListOf(people, { user: isCount, name: isText, fp: isText }) &&
    isListOf(folders, { folder: isText, seq: isCount, hash: isText }) &&
    isListOf(own, { id: isCount, title: isTextOrNull }) &&
    isListOf(pending, { statement: isText, signature: isText })
  return isContacts ? inCanonicalOrder({ v, n, people, folders, own, pending } as Contacts) : null
}

type Check = (value: unknown) => boolean

const isCount: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isText: Check = (value) =>
  typeof value === 'string' && value.isWellFormed() && value.normalize('NFC') === value
const isTextOrNull: Check = (value) => value === null || isText(value)

const isListOf = (value: unknown, members: Record<string, Check>): boolean =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      Object.entries(members).every(([name, check]) => check((one as JsonObject)[name])),
  )
