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
  /** 'named': an argument; 'piped': standard input; absent for a file below a named folder. */
  readonly given?: 'named' | 'piped'
  /** True for a message. */
  readonly isText?: boolean
}

/** The path that a file is sent with. */
export const sentPathOf = ({ folder, name }: Pick<FoundFile, 'folder' | 'name'>): string =>
  fullPath({ path: folder, name })

/** An entry found below the named paths. `path` is the path that it is sent with. */
export type WalkEntry =
  | ({ readonly kind: 'file' } & FoundFile)
  /** An entry that is not sent, such as a symbolic link or an empty folder. */
  | { readonly kind: 'left-out'; readonly path: string; readonly why: string }
  /** An unreadable entry, or one that the server would refuse. `onDisk`: its absolute path, if it was named. */
  | { readonly kind: 'failed'; readonly path: string; readonly onDisk?: string; readonly why: string }
  /** Sent under another name. */
  | { readonly kind: 'renamed'; readonly path: string; readonly why: string }

/** Number of concurrent calls to the disk. */
const maxConcurrentCalls = 64
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
 * of its files' paths, like a folder dropped into a browser. If two paths have the same name, one gets a
 * number.
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
    const stats = await tryStat(path, stat)
    if (typeof stats === 'string') {
      const why = (await isSymbolicLink(path))
        ? `It is a symbolic link that cannot be followed: ${stats}`
        : stats
      yield { kind: 'failed', path: name, onDisk: path, why }
    } else if (stats.isDirectory()) yield* walkFolder(path, name, options)
    else if (stats.isFile())
      yield checkLimits({ file: diskFileOf(path, stats), name, folder: '.', given: 'named' }, options)
    else {
      const why = `This is ${fileTypeText(stats)}. To send its content, pipe it in: give - in its place, and --name.`
      yield { kind: 'failed', path: name, onDisk: path, why }
    }
  }
}

async function* walkFolder(
  path: DiskPath,
  sentPath: string,
  options: WalkOptions,
): AsyncGenerator<WalkEntry, void, void> {
  const folders: { path: DiskPath; sentPath: string }[] = [{ path, sentPath }]
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    options.signal.throwIfAborted()
    const { path: folderPath, sentPath: folderSentPath } = folder
    const sentPathBelow = (name: string) => (folderSentPath === '' ? name : `${folderSentPath}/${name}`)
    const names = await readEntryNames(folderPath)
    if (typeof names === 'string') {
      yield { kind: 'failed', path: folderSentPath, why: names }
      continue
    }
    const subfolders: typeof folders = []
    for (let from = 0; from < names.length; from += maxConcurrentCalls) {
      const portion = names.slice(from, from + maxConcurrentCalls)
      const allStats = await Promise.all(portion.map(({ raw }) => tryStat(joinPath(folderPath, raw), lstat)))
      for (const [index, { raw, name, isReplaced }] of portion.entries()) {
        const stats = allStats[index] ?? 'It is gone.'
        if (options.isExcluded([name, sentPathBelow(name)])) continue
        const itemPath = joinPath(folderPath, raw)
        if (isReplaced)
          yield { kind: 'renamed', path: sentPathBelow(name), why: 'stands for a name that is not in UTF-8.' }
        if (typeof stats === 'string') yield { kind: 'failed', path: sentPathBelow(name), why: stats }
        else if (stats.isDirectory()) subfolders.push({ path: itemPath, sentPath: sentPathBelow(name) })
        else if (stats.isFile())
          yield checkLimits(
            { file: diskFileOf(itemPath, stats), name, folder: folderSentPath || '.' },
            options,
          )
        else yield { kind: 'left-out', path: sentPathBelow(name), why: `is ${fileTypeText(stats)}.` }
      }
    }
    if (names.length === 0)
      yield { kind: 'left-out', path: folderSentPath, why: 'is a folder without files.' }
    folders.unshift(...subfolders)
  }
}

/** Returns a failed entry in place of a file that the server would refuse. */
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

/** Reads the names in a folder, in natural order. @returns a text with the reason if it is unreadable */
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
  return sorted.map((entry) => (entry.isReplaced ? { ...entry, name: freeName(entry.name, taken) } : entry))
}

/** Returns the name, with a number if it is taken, and adds it to the taken ones. */
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

/** @param readStats stat or lstat @returns a text with the reason if it fails */
async function tryStat(
  path: DiskPath,
  readStats: (path: DiskPath, options: { bigint: true }) => Promise<BigIntStats>,
): Promise<BigIntStats | string> {
  try {
    return await readStats(path, { bigint: true })
  } catch (error) {
    return reasonText(error)
  }
}

async function isSymbolicLink(path: DiskPath): Promise<boolean> {
  const stats = await tryStat(path, lstat)
  return typeof stats !== 'string' && stats.isSymbolicLink()
}

function fileTypeText(stats: BigIntStats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link'
  if (stats.isSocket()) return 'a socket'
  if (stats.isFIFO()) return 'a pipe'
  return 'a device'
}

const readErrorTexts: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'There is no such file or folder.',
  EACCES: 'You are not allowed to read it.',
  EPERM: 'You are not allowed to read it.',
  ENAMETOOLONG: 'Its path is too long for this system.',
  ELOOP: 'Symbolic links on its path lead back to themselves.',
  EIO: 'The disk cannot read it.',
}

const reasonText = (error: unknown): string => readErrorTexts[errorCode(error)] ?? errorMessage(error)

/** Finds the files of some paths, and reports what is left out or renamed. @param onFailed called for failed entries */
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
