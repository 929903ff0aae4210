import type { SharedFile } from '../contract/schemas/downloads.ts'
import type { HashedFileRecord } from '../contract/schemas/folders.ts'
import { toNfc } from '../contract/fileNames.ts'
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

/** Stands for a name that is not known: of all patterns only '*' matches it, since no argument contains NUL. */
const unknownName = '\0'

/** Folder and name, '/'-separated. */
export const fullPath = ({ path, name }: FilePath): string => (path === '.' ? name : `${path}/${name}`)

/** A file of the server in an event. */
export type ListedFile = ReportedFile & { readonly id: number }

type ServerFile = OpenedFile<HashedFileRecord | SharedFile> | UnopenedFile<HashedFileRecord | SharedFile>

/** The path of a file: that of its manifest, or the server's name if it did not open. Null if that is hidden. */
export function filePathOf(file: ServerFile): FilePath | null {
  if (!('fault' in file)) return file
  const name = knownName(file.record.original_filename)
  return name === null ? null : { name, path: '.' }
}

/** The fields of an opened or unopened file in events. */
export function reportedFile(file: ServerFile): ListedFile {
  const path = filePathOf(file)
  const { id, file_size, file_hash } = file.record
  if ('fault' in file)
    return { file: path && fullPath(path), id, sha256: path && file_hash, bytes: file_size }
  const { size, sha256 } = file.source
  return { file: path && fullPath(path), id, sha256, bytes: size }
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
    const matching = files.filter((file) => namesOf(reportedFile(file).file).some(matches))
    if (matching.length === 0)
      throw usageError(`No file of this link has the name ${shownText(text)}. --list shows the names.`)
    for (const file of matching) selected.add(file)
  }
  return files.filter((file) => selected.has(file))
}

/** Name and path of a file, as patterns are compared with them. @param path null if it is not known */
const namesOf = (path: string | null): string[] =>
  path === null ? [unknownName] : [path.slice(path.lastIndexOf('/') + 1), path]

/** The fields of a listed file in events, as the server says. Where it does not know the name, its hash is another, too. */
export function reportedRecord(record: HashedFileRecord): ListedFile {
  const name = knownListedName(record)
  const { id, file_hash, file_size: bytes } = record
  return name === null
    ? { file: null, id, sha256: null, bytes }
    : { file: fullPath({ name, path: directoryOf(record) }), id, sha256: file_hash, bytes }
}

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
  readonly #kind: string
  /** Number of files that no name can select, nor an id has. */
  unnamedCount = 0

  /** @param kind noun for a file in messages of errors */
  constructor(names: readonly string[], ids: readonly number[], kind = 'file') {
    this.#kind = kind
    this.#patterns = names.map((text) => ({ text, matches: globMatcher(text), matchedPaths: [] }))
    this.#isIdFound = new Map(ids.map((id) => [id, false]))
  }

  /** True if the file is selected. Call it for each file of the folder. */
  selects({ id, file }: ListedFile): boolean {
    const names = namesOf(file)
    const matching = this.#patterns.filter(({ matches }) => names.some(matches))
    for (const { matchedPaths } of matching)
      if (matchedPaths.length < 2) matchedPaths.push(`${file} (number ${id})`)
    const isIdSelected = this.#isIdFound.has(id)
    if (isIdSelected) this.#isIdFound.set(id, true)
    const isSelected = isIdSelected || matching.length > 0
    if (file === null && !isSelected) this.unnamedCount++
    return isSelected
  }

  /**
   * Call it after the last file.
   * @param hint what to do about files whose names are not known
   * @throws CommandError 'usage' for a name of no file, or of several
   */
  requireAllFound(hint: string): void {
    for (const { text, matchedPaths } of this.#patterns) {
      const [first, second] = matchedPaths
      if (first === undefined)
        throw usageError(
          `No ${this.#kind} of this folder has the name ${shownText(text)}.${this.unnamedCount > 0 ? ` Some names are hidden from the server. ${hint}` : ''}`,
        )
      if (second !== undefined && !text.includes('*'))
        throw usageError(
          `Several ${this.#kind}s have the name ${shownText(text)}: ${shownText(first)}, ${shownText(second)}. Give the path, or the number by --id.`,
        )
    }
    for (const [id, isFound] of this.#isIdFound)
      if (!isFound) throw usageError(`No ${this.#kind} of this folder has the number ${id}.`)
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
export function pathExclusionMatcher(context: Pick<Context, 'options'>): (file: FilePath | null) => boolean {
  const globs = exclusionGlobs(context)
  return (file) => {
    if (globs.length === 0 || file === null) return false
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
