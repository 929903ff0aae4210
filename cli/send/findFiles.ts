import { isUtf8 } from 'node:buffer'
import type { BigIntStats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { maxFileNameLength, maxPathLength, maxPathLevels } from '../../contract/limits.ts'
import { nameKey, numberedName, normalizedName, pathLevels } from '../../contract/fileNames.ts'
import { shownText } from '../../contract/shownText.ts'
import { ignoredNames } from '../../core/upload/ignoredNames.ts'
import type { Context } from '../context.ts'
import { type DiskFile, diskFileOf, type DiskPath } from '../platform/diskSource.ts'
import { exclusionMatcher, fullPath } from '../selectFiles.ts'
import { errorMessage } from '../texts.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/** A file with its target: name and folder, '/'-separated, '.' for the root. */
export interface FoundFile {
  readonly file: DiskFile
  readonly name: string
  readonly folder: string
  /** Set if it is not below a folder: named itself, or piped. */
  readonly given?: 'named' | 'piped'
}

/** Path of a file on the other side. */
export const sentPathOf = ({ folder, name }: Pick<FoundFile, 'folder' | 'name'>): string =>
  fullPath({ path: folder, name })

/** A find below the named paths. `path` is the one that it is sent with. */
export type WalkEntry =
  | ({ readonly kind: 'file' } & FoundFile)
  /** An entry that is no file, or one that nobody means to send. */
  | { readonly kind: 'left-out'; readonly path: string; readonly why: string }
  /** `onDisk`: the absolute path, if it was named. */
  | { readonly kind: 'failed'; readonly path: string; readonly onDisk?: string; readonly why: string }
  /** Sent under another name. */
  | { readonly kind: 'renamed'; readonly path: string; readonly why: string }

/** Concurrent calls to the disk. */
const maxConcurrent = 64
const collator = new Intl.Collator('en', { numeric: true })

interface WalkOptions {
  /** The server's limit. */
  readonly maxFileBytes: number
  readonly signal: AbortSignal
  /** Excludes by name or path, below the roots, and whole folders. */
  readonly isExcluded: (names: readonly string[]) => boolean
}

/**
 * Yields the files of these paths, folder by folder, each in natural order. A named folder is the first part
 * of its files' paths, like a folder dropped into a browser. Equal names get numbers, so that trees do not
 * mix.
 * @param roots absolute, each once
 */
export async function* walkRoots(
  roots: readonly string[],
  options: WalkOptions,
): AsyncGenerator<WalkEntry, void, void> {
  const taken = new Set<string>()
  for (const path of [...roots].sort(byName)) {
    const diskName = basename(path)
    // The root of a disk has no name: its content goes to the root.
    const name = diskName === '' ? '' : freeName(diskName, taken)
    if (name !== diskName)
      yield { kind: 'renamed', path, why: `is sent as ${name}, since another has its name.` }
    const found = await tryStat(path, stat)
    if (typeof found === 'string') {
      const why = (await isSymbolicLink(path))
        ? `It is a symbolic link that cannot be followed: ${found}`
        : found
      yield { kind: 'failed', path: name, onDisk: path, why }
    } else if (found.isDirectory()) yield* walkFolder(path, name, options)
    else if (found.isFile())
      yield checkLimits({ file: diskFileOf(path, found), name, folder: '.', given: 'named' }, options)
    else {
      const why = `This is ${fileTypeText(found)}. What comes out of it can be piped in: give - in its place, and --name.`
      yield { kind: 'failed', path: name, onDisk: path, why }
    }
  }
}

async function* walkFolder(
  path: DiskPath,
  tree: string,
  options: WalkOptions,
): AsyncGenerator<WalkEntry, void, void> {
  const folders: { path: DiskPath; tree: string }[] = [{ path, tree }]
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    options.signal.throwIfAborted()
    const { path: folderPath, tree: treePath } = folder
    const pathWithin = (name: string) => (treePath === '' ? name : `${treePath}/${name}`)
    const names = await readEntryNames(folderPath)
    if (typeof names === 'string') {
      yield { kind: 'failed', path: treePath, why: names }
      continue
    }
    const inside: typeof folders = []
    for (let from = 0; from < names.length; from += maxConcurrent) {
      const portion = names.slice(from, from + maxConcurrent)
      const stats = await Promise.all(portion.map(({ raw }) => tryStat(joinPath(folderPath, raw), lstat)))
      for (const [i, { raw, name, isReplaced }] of portion.entries()) {
        const found = stats[i] ?? 'It is gone.'
        if (options.isExcluded([name, pathWithin(name)])) continue
        const itemPath = joinPath(folderPath, raw)
        if (isReplaced)
          yield { kind: 'renamed', path: pathWithin(name), why: 'stands for a name that is not in UTF-8.' }
        if (typeof found === 'string') yield { kind: 'failed', path: pathWithin(name), why: found }
        else if (found.isDirectory()) inside.push({ path: itemPath, tree: pathWithin(name) })
        else if (found.isFile())
          yield checkLimits({ file: diskFileOf(itemPath, found), name, folder: treePath || '.' }, options)
        else yield { kind: 'left-out', path: pathWithin(name), why: `is ${fileTypeText(found)}.` }
      }
    }
    if (names.length === 0) yield { kind: 'left-out', path: treePath, why: 'is a folder without files.' }
    folders.unshift(...inside)
  }
}

/** Reports what the server would refuse. */
function checkLimits(found: FoundFile, { maxFileBytes }: WalkOptions): WalkEntry {
  const { name, folder, file } = found
  const path = sentPathOf(found)
  if (file.size > maxFileBytes)
    return { kind: 'failed', path, why: `The file is larger than ${maxFileBytes} bytes.` }
  if (name.length > maxFileNameLength)
    return { kind: 'failed', path, why: `Its name is longer than ${maxFileNameLength} characters.` }
  if (folder.length > maxPathLength)
    return { kind: 'failed', path, why: `The path of its folder is longer than ${maxPathLength} characters.` }
  if (pathLevels(folder) > maxPathLevels)
    return { kind: 'failed', path, why: `It is more than ${maxPathLevels} folders deep.` }
  return { kind: 'file', ...found }
}

interface EntryName {
  readonly raw: DiskPath
  /** The name that is sent. */
  readonly name: string
  /** True if it is not UTF-8: unreadable bytes are replaced. */
  readonly isReplaced: boolean
}

/** @returns the reason if it is unreadable */
async function readEntryNames(folder: DiskPath): Promise<EntryName[] | string> {
  let entries: Buffer[]
  try {
    entries = await readdir(folder, { encoding: 'buffer' })
  } catch (error) {
    return `The folder cannot be read: ${reasonText(error)}`
  }
  const names = entries.map((raw): EntryName => {
    const name = raw.toString()
    return isUtf8(raw) ? { raw: name, name, isReplaced: false } : { raw, name, isReplaced: true }
  })
  const sorted = names.filter(({ name }) => !ignoredNames.has(name)).sort((a, b) => byName(a.name, b.name))
  if (!sorted.some(({ isReplaced }) => isReplaced)) return sorted
  const taken = new Set(sorted.filter(({ isReplaced }) => !isReplaced).map(({ name }) => sentNameKey(name)))
  return sorted.map((one) => (one.isReplaced ? { ...one, name: freeName(one.name, taken) } : one))
}

/** The name, or with the first free number; reserves it. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(sentNameKey(free)); n++) free = numberedName(name, n)
  taken.add(sentNameKey(free))
  return free
}

const sentNameKey = (name: string) => nameKey(normalizedName(name))

const byName = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1)

function joinPath(folder: DiskPath, name: DiskPath): DiskPath {
  if (typeof folder === 'string' && typeof name === 'string')
    return folder.endsWith(sep) ? folder + name : folder + sep + name
  return Buffer.concat([Buffer.from(folder), Buffer.from(sep), Buffer.from(name)])
}

/** @returns the reason if there is none */
async function tryStat(
  path: DiskPath,
  ask: (path: DiskPath, options: { bigint: true }) => Promise<BigIntStats>,
): Promise<BigIntStats | string> {
  try {
    return await ask(path, { bigint: true })
  } catch (error) {
    return reasonText(error)
  }
}

async function isSymbolicLink(path: DiskPath): Promise<boolean> {
  const found = await tryStat(path, lstat)
  return typeof found !== 'string' && found.isSymbolicLink()
}

function fileTypeText(found: BigIntStats): string {
  if (found.isSymbolicLink()) return 'a symbolic link'
  if (found.isSocket()) return 'a socket'
  if (found.isFIFO()) return 'a pipe'
  return 'a device'
}

const readErrorTexts: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'There is no such file or folder.',
  EACCES: 'You may not read it.',
  EPERM: 'You may not read it.',
  ENAMETOOLONG: 'Its path is too long for this system.',
  ELOOP: 'Symbolic links on its path lead back to themselves.',
  EIO: 'The disk fails to read it.',
}

const reasonText = (error: unknown): string => readErrorTexts[errorCode(error)] ?? errorMessage(error)

/** Collects the files of these paths, and reports what is left out or renamed. @param onFailed called for others */
export async function findFiles(
  context: Context,
  roots: readonly string[],
  maxFileBytes: number,
  onFailed: (failed: Extract<WalkEntry, { kind: 'failed' }>) => void,
): Promise<FoundFile[]> {
  const { report, signal } = context
  const options = { maxFileBytes, signal, isExcluded: exclusionMatcher(context) }
  const files: FoundFile[] = []
  for await (const entry of walkRoots(roots, options)) {
    if (entry.kind === 'file') files.push(entry)
    else if (entry.kind === 'failed') onFailed(entry)
    else if (entry.kind === 'left-out')
      report.emit({ event: 'warning', message: `Left out: ${shownText(entry.path)} ${entry.why}` })
    else report.emit({ event: 'note', message: `${shownText(entry.path)} ${entry.why}` })
  }
  return files
}
