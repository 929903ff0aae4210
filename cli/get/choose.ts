import type { SharedFile } from '../../contract/schemas/downloads.ts'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { shownText } from '../../contract/shownText.ts'
import type { OpenedFile, UnopenedFile } from '../../core/keys/opened.ts'
import { usageError } from '../exitCodes.ts'

/** A file of a link. */
export interface Listed {
  readonly name: string
  /** '.' if it is in no folder. */
  readonly path: string
}

export const fullName = ({ path, name }: Listed): string => (path === '.' ? name : `${path}/${name}`)

/** The name of a file, and the paths of it and of its folders. */
export function namesOf(listed: Listed): string[] {
  const segments = fullName(listed).split('/')
  return segments.flatMap((name, at) => [name, segments.slice(0, at + 1).join('/')])
}

type ListedFile = OpenedFile<HashedFileRecord | SharedFile> | UnopenedFile<HashedFileRecord | SharedFile>

/** An unopened file has the server's name. */
export const listedOf = (file: ListedFile): Listed =>
  'fault' in file ? { name: file.record.original_filename, path: '.' } : file

/** A file as events report it. */
export function toldFile(file: ListedFile) {
  const { id, file_size, file_hash } = file.record
  const { size, sha256 } = 'fault' in file ? { size: file_size, sha256: file_hash } : file.source
  return { file: fullName(listedOf(file)), id, sha256, bytes: size }
}

/** Selects by name or path; '*' matches any characters. @throws CommandError 'usage' if one matches none */
export function chosen<F>(
  files: readonly F[],
  only: readonly string[] | undefined,
  listed: (file: F) => Listed,
): readonly F[] {
  if (only === undefined) return files
  const patterns = only.map((text) => ({ text, pattern: patternOf(text), isFound: false }))
  const selected = files.filter((file) => {
    const item = listed(file)
    const matching = patterns.filter(({ pattern }) => pattern(item.name) || pattern(fullName(item)))
    for (const one of matching) one.isFound = true
    return matching.length > 0
  })
  const unmatched = patterns.find(({ isFound }) => !isFound)
  if (!unmatched) return selected
  const message = `No file of this link is called ${shownText(unmatched.text)}. --list says which there are.`
  throw usageError(message)
}

/** Selects what no pattern matches. @param names of a file, with and without its folders */
export function excluding(
  patterns: string | true | readonly string[] | undefined,
): (names: readonly string[]) => boolean {
  const matchers = Array.isArray(patterns) ? (patterns as string[]).map(patternOf) : []
  return (names) => matchers.some((pattern) => names.some(pattern))
}

/** Matches literal pieces one by one: a regular expression with many stars could backtrack without end. */
function patternOf(text: string): (name: string) => boolean {
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
