import type { SharedFile } from '../contract/schemas/downloads.ts'
import type { HashedFileRecord } from '../contract/schemas/folders.ts'
import { shownText } from '../contract/shownText.ts'
import type { OpenedFile, UnopenedFile } from '../core/keys/opened.ts'
import { usageError } from './exitCodes.ts'

/** Name and folder of a file on the server. */
export interface FilePath {
  readonly name: string
  /** '.' if it is in no folder. */
  readonly path: string
}

export const fullPath = ({ path, name }: FilePath): string => (path === '.' ? name : `${path}/${name}`)

/** Names and paths of a file and of the folders that it is in. */
export function namesAndPaths(file: FilePath): string[] {
  const segments = fullPath(file).split('/')
  return segments.flatMap((name, at) => [name, segments.slice(0, at + 1).join('/')])
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
export function selectOnly<F>(
  files: readonly F[],
  only: readonly string[] | undefined,
  toFilePath: (file: F) => FilePath,
): readonly F[] {
  if (only === undefined) return files
  const patterns = only.map((text) => ({ text, matches: globMatcher(text), isFound: false }))
  const selected = files.filter((file) => {
    const filePath = toFilePath(file)
    const matching = patterns.filter(({ matches }) => matches(filePath.name) || matches(fullPath(filePath)))
    for (const one of matching) one.isFound = true
    return matching.length > 0
  })
  const unmatched = patterns.find(({ isFound }) => !isFound)
  if (!unmatched) return selected
  const message = `No file of this link is called ${shownText(unmatched.text)}. --list says which there are.`
  throw usageError(message)
}

/** @returns a predicate, true if a pattern matches one of the names, as those of `namesAndPaths` */
export function exclusionFilter(
  patterns: string | true | readonly string[] | undefined,
): (names: readonly string[]) => boolean {
  const matchers = Array.isArray(patterns) ? (patterns as string[]).map(globMatcher) : []
  return (names) => matchers.some((matches) => names.some(matches))
}

/** Matches literal pieces one by one: a regular expression with many stars could backtrack without end. */
function globMatcher(text: string): (name: string) => boolean {
  const [first = '', ...rest] = text.normalize('NFC').split('*')
  const last = rest.pop()
  return (given) => {
    const name = given.normalize('NFC')
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
