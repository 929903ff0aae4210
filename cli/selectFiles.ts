import type { SharedFile } from '../contract/schemas/downloads.ts'
import type { FileRecord, HashedFileRecord } from '../contract/schemas/folders.ts'
import { isPlaceholder, toNfc } from '../contract/fileNames.ts'
import { shownText } from '../contract/shownText.ts'
import type { OpenedFile, UnopenedFile } from '../core/keys/openedFile.ts'
import { directoryOf, knownListedName, knownName } from '../core/keys/storedNames.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import type { ReportedFile } from './reporter.ts'
import { listOption } from './optionValues.ts'

/** Name and folder of a file on the server. */
export interface FilePath {
  readonly name: string
  /** '.' if it is in no folder. */
  readonly path: string
}

/** Stands for a name that the server does not know, where the key is not opened. */
const hiddenName = '(name hidden)'

/** Folder and name, '/'-separated. */
export const fullPath = ({ path, name }: FilePath): string => (path === '.' ? name : `${path}/${name}`)

type ServerFile = OpenedFile<HashedFileRecord | SharedFile> | UnopenedFile<HashedFileRecord | SharedFile>

/** The path of a file: that of its manifest, or the server's name if it did not open. */
export const filePathOf = (file: ServerFile): FilePath =>
  'fault' in file ? { name: knownName(file.record.original_filename) ?? hiddenName, path: '.' } : file

/** The fields of an opened or unopened file in events. */
export function reportedFile(file: ServerFile) {
  const { id, file_size, file_hash } = file.record
  const { size, sha256 } = 'fault' in file ? { size: file_size, sha256: file_hash } : file.source
  return { file: fullPath(filePathOf(file)), id, sha256, bytes: size }
}

/**
 * Selects files by name or path; '*' matches any characters.
 * @param names undefined for all files
 * @throws CommandError 'usage' for a name that matches no file
 */
export function selectByNames<F extends ServerFile>(
  files: readonly F[],
  names: readonly string[] | undefined,
): readonly F[] {
  if (names === undefined) return files
  const selected = new Set<F>()
  for (const text of names) {
    const matches = globMatcher(text)
    const matching = files.filter((file) => [filePathOf(file).name, fullPath(filePathOf(file))].some(matches))
    if (matching.length === 0)
      throw usageError(`No file of this link has the name ${shownText(text)}. --list shows the names.`)
    for (const file of matching) selected.add(file)
  }
  return files.filter((file) => selected.has(file))
}

/** The path of a file in the list of a folder: each is there once, but those that the server does not know. */
export const listedPath = (record: Pick<FileRecord, 'stored_filename' | 'original_filename'>): FilePath => ({
  name: knownListedName(record) ?? hiddenName,
  path: directoryOf(record),
})

/** The fields of a listed file in events, as the server says. */
export const reportedRecord = (record: HashedFileRecord): ReportedFile => ({
  file: fullPath(listedPath(record)),
  id: record.id,
  sha256: record.file_hash,
  bytes: record.file_size,
})

interface NamePattern {
  readonly text: string
  readonly matches: (name: string) => boolean
  /** The first two paths that it matches. */
  readonly matchedPaths: string[]
}

/** Selects files of a folder by names, paths or ids; '*' matches any characters. */
export class FileSelection {
  readonly #patterns: readonly NamePattern[]
  /** True for ids that were found. */
  readonly #isIdFound: Map<number, boolean>
  #hasHidden = false

  constructor(names: readonly string[], ids: readonly number[]) {
    this.#patterns = names.map((text) => ({ text, matches: globMatcher(text), matchedPaths: [] }))
    this.#isIdFound = new Map(ids.map((id) => [id, false]))
  }

  /** True if the file is selected. Call it for each file of the folder. */
  selects(record: HashedFileRecord): boolean {
    this.#hasHidden ||= isPlaceholder(record.original_filename)
    const { name, path } = listedPath(record)
    const full = fullPath({ name, path })
    const matching = this.#patterns.filter(({ matches }) => matches(name) || matches(full))
    for (const { matchedPaths } of matching) if (matchedPaths.length < 2) matchedPaths.push(full)
    const isIdSelected = this.#isIdFound.has(record.id)
    if (isIdSelected) this.#isIdFound.set(record.id, true)
    return isIdSelected || matching.length > 0
  }

  /** Call it after the last file. @throws CommandError 'usage' for a name of no file, or of several */
  requireAllFound(): void {
    for (const { text, matchedPaths } of this.#patterns) {
      const [first, second] = matchedPaths
      if (first === undefined)
        throw usageError(
          `No file of this folder has the name ${shownText(text)}.${this.#hasHidden ? ' Some names are hidden from the server: name those files by their numbers, with --id.' : ''}`,
        )
      if (second !== undefined && !text.includes('*'))
        throw usageError(
          `Several files have the name ${shownText(text)}: ${shownText(first)}, ${shownText(second)}. Give the path, or the number by --id.`,
        )
    }
    for (const [id, isFound] of this.#isIdFound)
      if (!isFound) throw usageError(`No file of this folder has the number ${id}.`)
  }
}

const exclusionGlobs = (context: Pick<Context, 'options'>) =>
  (listOption(context, 'exclude') ?? []).map(readGlob)

/** Returns a predicate of names: true if a pattern of --exclude matches one of them. */
export function exclusionMatcher(context: Pick<Context, 'options'>): (names: readonly string[]) => boolean {
  const globs = exclusionGlobs(context)
  return (names) => globs.some(({ matches }) => names.some(matches))
}

/** Returns a predicate of files: true if a pattern of --exclude matches the name or path of one, or of a folder that it is in. */
export function pathExclusionMatcher(context: Pick<Context, 'options'>): (file: FilePath) => boolean {
  const globs = exclusionGlobs(context)
  return (file) => {
    if (globs.length === 0) return false
    const path = fullPath(file)
    const names = [file.name, ...path.split('/')]
    return globs.some(({ matches, matchesPathOrFolder }) => matchesPathOrFolder(path) || names.some(matches))
  }
}

const globMatcher = (text: string) => readGlob(text).matches

/** Reads a pattern with '*'. Its pieces are matched one by one: a regular expression with many stars could backtrack forever. */
function readGlob(text: string) {
  const [first = '', ...rest] = toNfc(text).split('*')
  const last = rest.pop()
  /** Returns the index at which the last piece may begin; null if the other pieces do not match. */
  const endOfOtherPieces = (name: string): number | null => {
    if (!name.startsWith(first)) return null
    let end = first.length
    for (const piece of rest) {
      const start = name.indexOf(piece, end)
      if (start < 0) return null
      end = start + piece.length
    }
    return end
  }
  return {
    matches: (fileName: string): boolean => {
      const name = toNfc(fileName)
      if (last === undefined) return name === first
      const lastStart = endOfOtherPieces(name)
      return lastStart !== null && name.endsWith(last) && name.length - last.length >= lastStart
    },
    /** True if it matches the path, or that of a folder in it. All in one pass, since a sender's path may have any depth. */
    matchesPathOrFolder: (filePath: string): boolean => {
      const path = `${toNfc(filePath)}/`
      if (last === undefined) return path.startsWith(`${first}/`)
      const lastStart = endOfOtherPieces(path)
      return lastStart !== null && path.includes(`${last}/`, lastStart)
    },
  }
}
