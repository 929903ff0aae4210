import { maxFileNameLength, maxPathLength } from '../../contract/limits.ts'
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
}

/**
 * In this order, and nothing else.
 * @throws CryptoError 'bad-format' for fields that no reader accepts, and without the root of a file that has one
 */
export function manifestJson(manifest: Manifest): string {
  const { v, size, sha256, name, path, mtime, batch, index, count, root } = manifest
  const json = JSON.stringify({ v, size, sha256, name, path, mtime, batch, index, count, root })
  readManifest(json)
  if (root === undefined && hasContentRoot(size)) throw new CryptoError('bad-format')
  return json
}

/** Unknown members are dropped. @throws CryptoError 'bad-format' for fields that break a rule. */
export function readManifest(json: string): Manifest {
  const { v, size, sha256, name, path, mtime, batch, index, count, root } = parseObject(json)
  if (
    v !== 1 ||
    !isCount(size) ||
    !isText(sha256, /^[0-9a-f]{64}$/) ||
    !isFileName(name) ||
    !isPath(path) ||
    (mtime !== undefined && !Number.isSafeInteger(mtime)) ||
    !isText(batch, /^[A-Za-z0-9_-]{22}$/) ||
    !isCount(index) ||
    !isCount(count) ||
    index >= count ||
    (root !== undefined && !(isText(root, /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/) && hasContentRoot(size)))
  )
    throw new CryptoError('bad-format')
  const manifest: Manifest = { v, size, sha256, name, path, batch, index, count }
  if (typeof mtime === 'number') manifest.mtime = mtime
  if (typeof root === 'string') manifest.root = root
  return manifest
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

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
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

/** Whether the server shows a name, or a path, as it was sent. */
export const isShownAsSent = (sent: string, shown: string): boolean => asSent(sent) === asSent(shown)

/**
 * What upload forms and servers do to a name without meaning harm: forms write a quote as %22 and line ends as %0D
 * and %0A, servers store NFC and put '_' for control characters (macOS has a file `Icon\r`).
 */
function asSent(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('%22', '"')
    .replace(/%0[DA]/gi, '_')
    .replace(/[\u0001-\u001f\u007f]/g, '_')
}
