import { maxFolderMembers, maxRosterNameLength, maxTitleLength } from './limits.ts'
import { parseJsonObject } from './parseJsonObject.ts'

/**
 * The roster of a shared folder (core/crypto/FORMAT.md, 15): a chain of signed statements, each of which
 * names all people who may open the folder. This module defines which statements are valid, for browsers and
 * server; signatures and hashes are computed by each platform.
 */
export type Role = 'owner' | 'member'

export interface RosterMember {
  readonly user: number
  readonly name: string
  /** Fingerprint of their personal key, base64url. */
  readonly fp: string
  readonly role: Role
}

export interface Statement {
  readonly v: 1
  /** 16 random bytes, base64url. */
  readonly folder: string
  readonly title: string
  /** From 1. */
  readonly seq: number
  /** `hash` of the previous statement; null in the first. */
  readonly prev: string | null
  /** Generation of the folder's key, from 1. */
  readonly gen: number
  /** Fingerprint of the folder's key of that generation. */
  readonly key: string
  /** Ascending by `user`. */
  readonly members: readonly RosterMember[]
  /** The signer. */
  readonly actor: number
  /** ISO 8601 UTC, by the signer's clock. */
  readonly at: string
}

export interface SignedStatement {
  /** The signed bytes as text. */
  readonly statement: string
  /** RSA-PSS, base64. */
  readonly signature: string
}

/** Why a statement is invalid or does not follow the previous one. */
export type RosterProblem =
  | 'spelling'
  | 'begin'
  | 'folder'
  | 'order'
  | 'actor'
  | 'generation'
  | 'removal'
  | 'ownerless'

const b64uOf16 = /^[A-Za-z0-9_-]{21}[AQgw]$/
const b64uOf32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The text that is signed. @throws TypeError if the statement breaks a rule of its own */
export function statementText(statement: Statement): string {
  const copy = canonical(statement)
  if (copy === null) throw new TypeError('not a statement of a roster')
  return JSON.stringify(copy)
}

/** Null for a text that `statementText` would not write, or a statement that breaks a rule of its own. */
export function readStatement(text: string): Statement | null {
  const statement = canonical(parseJsonObject(text))
  return statement !== null && JSON.stringify(statement) === text ? statement : null
}

/** True for a statement of a later version, which this one cannot verify. */
export function isLaterStatement(text: string): boolean {
  const { v } = parseJsonObject(text)
  return typeof v === 'number' && Number.isSafeInteger(v) && v > 1
}

function canonical(value: { readonly [Name in keyof Statement]?: unknown }): Statement | null {
  const { v, folder, title, seq, prev, gen, key, members, actor, at } = value
  const isStatement =
    v === 1 &&
    isText(folder, b64uOf16) &&
    isPlainText(title, maxTitleLength) &&
    isNumber(seq) &&
    (prev === null || isText(prev, b64uOf32)) &&
    isNumber(gen) &&
    isText(key, b64uOf32) &&
    Array.isArray(members) &&
    members.length > 0 &&
    members.length <= maxFolderMembers &&
    isNumber(actor) &&
    isText(at, isoTime) &&
    isValidTime(at)
  if (!isStatement) return null
  const parsedMembers = members.map(canonicalMember)
  if (!parsedMembers.every((one) => one !== null)) return null
  if (!parsedMembers.every((one, i) => i === 0 || one.user > (parsedMembers[i - 1]?.user ?? 0))) return null
  if (new Set(parsedMembers.map(({ fp }) => fp)).size < parsedMembers.length) return null
  return { v, folder, title, seq, prev, gen, key, members: parsedMembers, actor, at }
}

/** Rejects days such as 30 February, which browsers parse differently. */
function isValidTime(at: string): boolean {
  const time = Date.parse(at)
  return !Number.isNaN(time) && new Date(time).toISOString() === at
}

function canonicalMember(value: unknown): RosterMember | null {
  if (typeof value !== 'object' || value === null) return null
  const { user, name, fp, role } = value as Record<string, unknown>
  const isMember =
    isNumber(user) &&
    isPlainText(name, maxRosterNameLength) &&
    isText(fp, b64uOf32) &&
    (role === 'owner' || role === 'member')
  return isMember ? { user, name, fp, role } : null
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)

/** NFC without lone surrogates and NUL, so that everybody reads, compares and stores the same text. */
const isPlainText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= maxLength &&
  value.isWellFormed() &&
  !value.includes('\0') &&
  value.normalize('NFC') === value

/** The statement that the next one has to follow. */
export interface RosterHead {
  readonly statement: Statement
  /** SHA-256 of its bytes and signature, base64url. */
  readonly hash: string
  /** Fingerprints of the keys of all generations so far. */
  readonly keys: readonly string[]
}

const ownersOf = ({ members }: Statement): RosterMember[] => members.filter(({ role }) => role === 'owner')

/**
 * The fingerprint of the key that must have signed `next`: that of the only member in the first statement,
 * otherwise the actor's in the previous one; or the problem of the statement. Signatures are not checked.
 * @param head null for a first statement
 */
export function signerOf(
  head: RosterHead | null,
  next: Statement,
): { fp: string } | { problem: RosterProblem } {
  if (head === null) {
    const [only, ...more] = next.members
    const begins = next.seq === 1 && next.prev === null && next.gen === 1
    if (!begins || !only || more.length > 0 || only.role !== 'owner' || only.user !== next.actor)
      return { problem: 'begin' }
    return { fp: only.fp }
  }
  const { statement: previous, hash, keys } = head
  if (next.folder !== previous.folder) return { problem: 'folder' }
  if (next.seq !== previous.seq + 1 || next.prev !== hash) return { problem: 'order' }
  const actor = ownersOf(previous).find(({ user }) => user === next.actor)
  if (!actor) return { problem: 'actor' }
  const isSameGeneration = next.gen === previous.gen
  if (isSameGeneration ? next.key !== previous.key : next.gen !== previous.gen + 1 || keys.includes(next.key))
    return { problem: 'generation' }
  const remaining = new Set(next.members.map(({ fp }) => fp))
  if (isSameGeneration && previous.members.some(({ fp }) => !remaining.has(fp))) return { problem: 'removal' }
  if (ownersOf(next).length === 0) return { problem: 'ownerless' }
  return { fp: actor.fp }
}

export const headAfter = (head: RosterHead | null, statement: Statement, hash: string): RosterHead => ({
  statement,
  hash,
  keys: head?.statement.key === statement.key ? head.keys : [...(head?.keys ?? []), statement.key],
})

/** Precedes the statement in the signed bytes. */
export const rosterLabel = 'sealpost/1/roster\0'
export const rosterSaltBytes = 32
