import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { normalizedName } from '../../contract/fileNames.ts'
import { maxFileNameLength, maxPathLength, maxTextBytes } from '../../contract/limits.ts'
import { maxPlainSize } from '../../contract/sealedSize.ts'
import { hasContentRoot } from './contentRoot.ts'
import { CryptoError } from './errors.ts'

/** A file's metadata from the uploader's browser, authenticated and hidden from the server. */
export interface Manifest {
  v: 1
  /** Size of the plaintext, in bytes. */
  size: number
  /** SHA-256 of the plaintext, 64 lower-case hex digits. */
  sha256: string
  name: string
  /** The directory part, '/'-separated; '.' is the root. */
  path: string
  /** Last modification in ms since 1970; absent if unknown. */
  mtime?: number
  /** Batch id: base64url of 16 random bytes, the same for all files that were sent together. */
  batch: string
  /** Index of this file in its batch, from 0. */
  index: number
  count: number
  /** Content root of files of several chunks, base64url of 32 bytes; always written, accepted without. */
  root?: string | undefined
  /** The sender's answers of the batch: SHA-256 of the sealed bytes, base64url. Absent if none. */
  answers?: string | undefined
  /** Present if the names of the file are hidden from the server (FORMAT.md, 21). */
  private?: 1 | undefined
  /** Present if the content is a message of the sender: UTF-8, within `maxTextUnits` and `maxTextBytes`. */
  text?: 1 | undefined
  /** MAC by the upload link that the file came by (FORMAT.md, 20), base64url. */
  to?: string | undefined
}

/** Canonical base64url of 32 bytes. */
const hash = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** All members in canonical order, with their rules (FORMAT.md, 3). */
const members: Record<keyof Manifest, (value: unknown) => boolean> = {
  v: isOne,
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
  private: optional(isOne),
  text: optional(isOne),
  to: optional(text(hash)),
}
const memberNames = Object.keys(members) as (keyof Manifest)[]

/** The members in order: equal for manifests that say the same. */
export const manifestText = (manifest: Manifest): string => JSON.stringify(manifest, memberNames)

/** Serializes the members in order. @throws CryptoError 'bad-format' for what no reader accepts */
export function manifestJson(manifest: Manifest): string {
  const json = manifestText(manifest)
  readManifest(json)
  if (manifest.root === undefined && hasContentRoot(manifest.size)) throw new CryptoError('bad-format')
  return json
}

/** Unknown members are dropped. @throws CryptoError 'bad-format' for fields that break a rule. */
export function readManifest(json: string): Manifest {
  const read = parseJsonObject(json)
  const given = memberNames.filter((name) => read[name] !== undefined)
  const manifest: Record<string, unknown> = Object.fromEntries(given.map((name) => [name, read[name]]))
  if (!isManifest(manifest)) throw new CryptoError('bad-format')
  return manifest
}

function isManifest(read: Partial<Record<keyof Manifest, unknown>>): read is Manifest {
  if (!memberNames.every((name) => members[name](read[name]))) return false
  const { index, count, size, root, text: isText } = read as Manifest
  if (isText !== undefined && size > maxTextBytes) return false
  return index < count && (root === undefined || hasContentRoot(size))
}

function text(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value)
}

function optional(isAllowed: (value: unknown) => boolean) {
  return (value: unknown) => value === undefined || isAllowed(value)
}

function isOne(value: unknown): value is 1 {
  return value === 1
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Untrusted names become folders in archives: none may point outside. */
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

/** A file's metadata as the server has it. */
interface ServerRecord {
  name: string
  /** Absent in lists without paths. */
  path?: string | undefined
  /** Size of the plaintext, in bytes. */
  size: number
  sha256?: string
}

/** @param expected what the server was told: members of the manifest, or what hides its names */
export function compareWithServer(
  expected: Pick<Manifest, 'name' | 'path' | 'size' | 'sha256'>,
  server: ServerRecord,
): ManifestDifference[] {
  const differences: ManifestDifference[] = []
  if (!isShownAsSent(expected.name, server.name)) differences.push('name')
  if (server.path !== undefined && !isShownAsSent(expected.path, server.path)) differences.push('path')
  if (expected.size !== server.size) differences.push('size')
  if (server.sha256 !== undefined && expected.sha256 !== server.sha256.toLowerCase())
    differences.push('sha256')
  return differences
}

/** True if the shown name or path is the sent one, apart from harmless changes by forms. */
export const isShownAsSent = (sent: string, shown: string): boolean =>
  normalizedName(sent) === normalizedName(shown)
