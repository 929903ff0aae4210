import type { SharedFile } from '../contract/schemas/downloads.ts'
import type { FileRecord, HashedFileRecord } from '../contract/schemas/folders.ts'
import { isPlaceholder, toNfc } from '../contract/fileNames.ts'
import { shownText } from '../contract/shownText.ts'
import type { OpenedFile, UnopenedFile } from '../core/keys/openedFile.ts'
import { directoryOf, listedName } from '../core/keys/storedNames.ts'
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

export const fullPath = ({ path, name }: FilePath): string => (path === '.' ? name : `${path}/${name}`)

type ServerFile = OpenedFile<HashedFileRecord | SharedFile> | UnopenedFile<HashedFileRecord | SharedFile>

const shownServerName = ({ original_filename: name }: Pick<FileRecord, 'original_filename'>): string =>
  isPlaceholder(name) ? hiddenName : name

/** An unopened file has the server's name, if it knows one. */
export const filePathOf = (file: ServerFile): FilePath =>
  'fault' in file ? { name: shownServerName(file.record), path: '.' } : file

/** A file as events report it. */
export function reportedFile(file: ServerFile) {
  const { id, file_size, file_hash } = file.record
  const { size, sha256 } = 'fault' in file ? { size: file_size, sha256: file_hash } : file.source
  return { file: fullPath(filePathOf(file)), id, sha256, bytes: size }
}

/** Selects by name or path; '*' matches any characters. @throws CommandError 'usage' if one matches none */
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
      throw usageError(`No file of this link is called ${shownText(text)}. --list says which there are.`)
    for (const file of matching) selected.add(file)
  }
  return files.filter((file) => selected.has(file))
}

/** A file's path and name in the list of a folder: each is there once, but those that the server does not know. */
export const listedPath = (record: Pick<FileRecord, 'stored_filename' | 'original_filename'>): FilePath => ({
  name: isPlaceholder(record.original_filename) ? hiddenName : listedName(record),
  path: directoryOf(record),
})

/** A file of a list as events report it, by the server's word. */
export const reportedRecord = (record: HashedFileRecord): ReportedFile => ({
  file: fullPath(listedPath(record)),
  id: record.id,
  sha256: record.file_hash,
  bytes: record.file_size,
})

/** Selects files of a folder by names or paths, '*' matching any characters, and by numbers. */
export class FileSelection {
  readonly #patterns: readonly { text: string; matches: (name: string) => boolean; found: string[] }[]
  readonly #ids: Map<number, boolean>
  #hasHidden = false

  constructor(names: readonly string[], ids: readonly number[]) {
    this.#patterns = names.map((text) => ({ text, matches: globMatcher(text), found: [] }))
    this.#ids = new Map(ids.map((id) => [id, false]))
  }

  selects(record: HashedFileRecord): boolean {
    this.#hasHidden ||= isPlaceholder(record.original_filename)
    const { name, path } = listedPath(record)
    const full = fullPath({ name, path })
    const matching = this.#patterns.filter(({ matches }) => matches(name) || matches(full))
    for (const { found } of matching) if (found.length < 2) found.push(full)
    const isNamed = this.#ids.has(record.id)
    if (isNamed) this.#ids.set(record.id, true)
    return isNamed || matching.length > 0
  }

  /** Call it after the last file. @throws CommandError 'usage' for a name of no file, or of several */
  requireAllFound(): void {
    for (const { text, found } of this.#patterns) {
      const [one, other] = found
      if (one === undefined)
        throw usageError(
          `No file of this folder is called ${shownText(text)}.${this.#hasHidden ? ' Some names are hidden from the server: name those files by their numbers, with --id.' : ''}`,
        )
      if (other !== undefined && !text.includes('*'))
        throw usageError(
          `Several files are called ${shownText(text)}: ${shownText(one)}, ${shownText(other)}. Give the path, or the number by --id.`,
        )
    }
    for (const [id, isFound] of this.#ids)
      if (!isFound) throw usageError(`No file of this folder has the number ${id}.`)
  }
}

const exclusionGlobs = (context: Pick<Context, 'options'>) =>
  (listOption(context, 'exclude') ?? []).map(readGlob)

/** @returns a predicate, true if a pattern of --exclude matches one of the names */
export function exclusionMatcher(context: Pick<Context, 'options'>): (names: readonly string[]) => boolean {
  const globs = exclusionGlobs(context)
  return (names) => globs.some(({ matches }) => names.some(matches))
}

/** @returns a predicate, true if a pattern of --exclude matches a file or a folder that it is in, by name or path */
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

/** Matches literal pieces one by one: a regular expression with many stars could backtrack without end. */
function readGlob(text: string) {
  const [first = '', ...rest] = toNfc(text).split('*')
  const last = rest.pop()
  /** Returns the index from which the last piece may begin; null if the others do not match. */
  const restStart = (name: string): number | null => {
    if (!name.startsWith(first)) return null
    let at = first.length
    for (const piece of rest) {
      const found = name.indexOf(piece, at)
      if (found < 0) return null
      at = found + piece.length
    }
    return at
  }
  return {
    matches: (given: string): boolean => {
      const name = toNfc(given)
      if (last === undefined) return name === first
      const at = restStart(name)
      return at !== null && name.endsWith(last) && name.length - last.length >= at
    },
    /** True if it matches the path, or that of a folder in it: at once, since a sender's path may have any depth. */
    matchesPathOrFolder: (given: string): boolean => {
      const path = `${toNfc(given)}/`
      if (last === undefined) return path.startsWith(`${first}/`)
      const at = restStart(path)
      return at !== null && path.includes(`${last}/`, at)
    },
  }
}
