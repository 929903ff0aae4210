import { foldCase, searchWords } from '../../../core/util/searchWords.ts'
import type { SharedRow } from './downloadPageSlice.ts'

/** The files of a link in one directory, sorted by name. */
export interface LinkDirectory {
  /** '.' for files in no directory. */
  readonly path: string
  readonly rows: readonly SharedRow[]
  readonly bytes: number
}

export type ListLine =
  | { readonly kind: 'directory'; readonly directory: LinkDirectory; readonly isOpen: boolean }
  | { readonly kind: 'file'; readonly row: SharedRow }

/** Groups files by directory, in natural order ('page 2' before 'page 10'), those without one first. */
export function groupByDirectory(rows: readonly SharedRow[]): LinkDirectory[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const byPath = new Map<string, SharedRow[]>()
  for (const row of rows) {
    const others = byPath.get(row.path)
    if (others) others.push(row)
    else byPath.set(row.path, [row])
  }
  return [...byPath]
    .sort(([a], [b]) => Number(b === '.') - Number(a === '.') || compare(a, b))
    .map(([path, members]) => ({
      path,
      rows: members.toSorted((a, b) => compare(a.name, b.name)),
      bytes: members.reduce((sum, { size }) => sum + size, 0),
    }))
}

/** Keeps the files whose name or path contains every word of the search. */
export function filterDirectories(
  directories: readonly LinkDirectory[],
  typed: string,
): readonly LinkDirectory[] {
  const words = searchWords(typed)
  if (words.length === 0) return directories
  const isMatch = ({ path, name }: SharedRow) => {
    const text = foldCase(`${path}/${name}`)
    return words.every((word) => text.includes(word))
  }
  return groupByDirectory(directories.flatMap(({ rows }) => rows).filter(isMatch))
}

/** Returns the visible lines. Directories have a line of their own and can be expanded. */
export function visibleLines(
  directories: readonly LinkDirectory[],
  isOpen: (path: string) => boolean,
): ListLine[] {
  return directories.flatMap((directory): ListLine[] => {
    const files = directory.rows.map((row): ListLine => ({ kind: 'file', row }))
    if (directory.path === '.') return files
    const open = isOpen(directory.path)
    return [{ kind: 'directory', directory, isOpen: open }, ...(open ? files : [])]
  })
}
