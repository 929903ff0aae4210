import type { SharedFile } from '../contract/schemas/downloads.ts'
import type { FileRecord, HashedFileRecord } from '../contract/schemas/folders.ts'
import { toNfc } from '../contract/fileNames.ts'
import { maxPathLevels } from '../contract/limits.ts'
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

export const fullPath = ({ path, name }: FilePath): string => (path === '.' ? name : `${path}/${name}`)

/** Names and paths of a file and of the folders that it is in, each path made when it is asked for. */
export function* namesAndPaths(file: FilePath): Generator<string, void, void> {
  yield file.name
  const path = fullPath(file)
  yield path
  let from = 0
  for (let level = 1; level <= maxPathLevels; level++) {
    const end = path.indexOf('/', from)
    if (end < 0) return
    yield path.slice(from, end)
    yield path.slice(0, end)
    from = end + 1
  }
}

type ServerFile = OpenedFile<HashedFileRecord | SharedFile> | UnopenedFile<HashedFileRecord | SharedFile>

/** An unopened file has the server's name. */
export const filePathOf = (file: ServerFile): FilePath =>
  'fault' in file ? { name: file.record.original_filename, path: '.' } : file

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

/** A file's path and name in the list of a folder: each is there once. */
export const listedPath = (record: Pick<FileRecord, 'stored_filename'>): FilePath => ({
  name: listedName(record),
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

  constructor(names: readonly string[], ids: readonly number[]) {
    this.#patterns = names.map((text) => ({ text, matches: globMatcher(text), found: [] }))
    this.#ids = new Map(ids.map((id) => [id, false]))
  }

  selects(record: HashedFileRecord): boolean {
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
      if (one === undefined) throw usageError(`No file of this folder is called ${shownText(text)}.`)
      if (other !== undefined && !text.includes('*'))
        throw usageError(
          `Several files are called ${shownText(text)}: ${shownText(one)}, ${shownText(other)}. Give the path, or the number by --id.`,
        )
    }
    for (const [id, isFound] of this.#ids)
      if (!isFound) throw usageError(`No file of this folder has the number ${id}.`)
  }
}

/** @returns a predicate, true if a pattern of --exclude matches one of the names, as those of `namesAndPaths` */
export function exclusionMatcher(context: Pick<Context, 'options'>): (names: Iterable<string>) => boolean {
  const matchers = listOption(context, 'exclude')?.map(globMatcher) ?? []
  return (names) => {
    if (matchers.length === 0) return false
    for (const name of names) if (matchers.some((matches) => matches(name))) return true
    return false
  }
}

/** Matches literal pieces one by one: a regular expression with many stars could backtrack without end. */
function globMatcher(text: string): (name: string) => boolean {
  const [first = '', ...rest] = toNfc(text).split('*')
  const last = rest.pop()
  return (given) => {
    const name = toNfc(given)
    if (last === undefined) return name === first
    if (!name.startsWith(first)) return false
    let at = first.length
    for (const piece of rest) {
      const found = name.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return name.endsWith(last) && name.length - last.length >= at
  }
}
