import { sameName } from '../../contract/names.ts'
import { maxFileNameLength, maxPathLength } from '../../contract/limits.ts'
import { maxPlainSize } from '../../contract/sealedSize.ts'
import { hasContentRoot } from './contentRoot.ts'
import { CryptoError } from './errors.ts'

/** What the uploader's browser says of a file, out of the server's reach. */
export interface Manifest {
  v: 1
  /** Plaintext bytes. */
  size: number
  /** Of the plaintext, 64 lower-case digits. */
  sha256: string
  name: string
  /** The directory part, '/'-separated; '.' is the root. */
  path: string
  /** Last change of the file in ms since 1970; absent when the uploader's browser did not say. */
  mtime?: number
  /** Base64url of 16 random bytes, the same for all files that were sent together. */
  batch: string
  /** The place of this file in its batch, from 0. */
  index: number
  /** How many files the uploader set out to send. */
  count: number
  /**
   * The content root, for files of two and more chunks; base64url of 32 bytes. Our writer gives it to all of these; a
   * manifest without it is taken too, and its file's SHA-256 is compared.
   */
  root?: string | undefined
  /** The answers that its sender gave with the batch: SHA-256 of the sealed bytes, base64url. Absent: none. */
  answers?: string | undefined
}

/** 32 bytes in base64url, in their one spelling. */
const hash = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Every member, in the order in which they are written, and what it may be (FORMAT.md, 3). */
const members: Record<keyof Manifest, (value: unknown) => boolean> = {
  v: (value) => value === 1,
  size: (value) => isCount(value) && value <= maxPlainSize,
  sha256: text(/^[0-9a-f]{64}$/),
  name: isFileName,
  path: isPath,
  mtime: optional(Number.isSafeInteger),
  batch: text(/^[A-Za-z0-9_-]{22}$/),
  index: isCount,
  count: isCount,
  root: optional(text(hash)),
  answers: optional(text(hash)),
}
const memberNames = Object.keys(members) as (keyof Manifest)[]

/**
 * The members in their order, and nothing else.
 * @throws CryptoError 'bad-format' for fields that no reader accepts, and without the root of a file that has one
 */
export function manifestJson(manifest: Manifest): string {
  const json = JSON.stringify(manifest, memberNames)
  readManifest(json)
  if (manifest.root === undefined && hasContentRoot(manifest.size)) throw new CryptoError('bad-format')
  return json
}

/** Unknown members are dropped. @throws CryptoError 'bad-format' for fields that break a rule. */
export function readManifest(json: string): Manifest {
  const read = parseObject(json)
  const given = memberNames.filter((name) => read[name] !== undefined)
  const manifest: Record<string, unknown> = Object.fromEntries(given.map((name) => [name, read[name]]))
  if (!isManifest(manifest)) throw new CryptoError('bad-format')
  return manifest
}

function isManifest(read: Partial<Record<keyof Manifest, unknown>>): read is Manifest {
  if (!memberNames.every((name) => members[name](read[name]))) return false
  const { index, count, size, root } = read as Manifest
  return index < count && (root === undefined || hasContentRoot(size))
}

function parseObject(json: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    value = null
  }
  if (typeof value !== 'object' || value === null) throw new CryptoError('bad-format')
  return { ...value }
}

function text(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value)
}

function optional(isAllowed: (value: unknown) => boolean) {
  return (value: unknown) => value === undefined || isAllowed(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** A stranger wrote it, and folders in archives are made from it: nothing may point outside. */
function isFileName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxFileNameLength && isSegment(value)
}

function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxPathLength) return false
  return value === '.' || value.split('/').every(isSegment)
}

function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('/') && !text.includes('\0')
}

export type ManifestDifference = 'name' | 'path' | 'size' | 'sha256'

/** A file as the server's record shows it. */
export interface ServerRecord {
  name: string
  path: string
  /** Plaintext bytes. */
  size: number
  sha256?: string
}

/** What the server shows differently; the manifest's value is the one to use. */
export function compareWithServer(manifest: Manifest, server: ServerRecord): ManifestDifference[] {
  const differences: ManifestDifference[] = []
  if (!isShownAsSent(manifest.name, server.name)) differences.push('name')
  if (!isShownAsSent(manifest.path, server.path)) differences.push('path')
  if (manifest.size !== server.size) differences.push('size')
  if (server.sha256 !== undefined && manifest.sha256 !== server.sha256.toLowerCase())
    differences.push('sha256')
  return differences
}

/** Whether the server shows a name, or a path, as it was sent: upload forms and servers change some without harm. */
export const isShownAsSent = (sent: string, shown: string): boolean => sameName(sent) === sameName(shown)
