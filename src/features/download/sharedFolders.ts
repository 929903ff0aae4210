import type { SharedRow } from './downloadPageSlice.ts'

/** The files of a link in one directory, sorted by name. */
export interface SharedFolder {
  /** '.' for files in no directory. */
  readonly path: string
  readonly rows: readonly SharedRow[]
  readonly bytes: number
}

export type ListLine =
  | { readonly kind: 'folder'; readonly folder: SharedFolder; readonly isOpen: boolean }
  | { readonly kind: 'file'; readonly row: SharedRow }

/** Groups files by directory, in natural order ('page 2' before 'page 10'), those without one first. */
export function foldersOf(rows: readonly SharedRow[]): SharedFolder[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const byPath = new Map<string, SharedRow[]>()
  for (const row of rows) {
    const others = byPath.get(row.path)
    if (others) others.push(row)
    else byPath.set(row.path, [row])
  }
  return [...byPath]
    .sort(([a], [b]) => Number(b === '.') - Number(a === '.') || compare(a, b))
    .map(([path, inside]) => ({
      path,
      rows: inside.toSorted((a, b) => compare(a.name, b.name)),
      bytes: inside.reduce((sum, { size }) => sum + size, 0),
    }))
}

/** Keeps the files whose name or path contains every word of the search. */
export function filterSharedFolders(
  folders: readonly SharedFolder[],
  typed: string,
): readonly SharedFolder[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return folders
  const isMeant = ({ path, name }: SharedRow) => {
    const text = folded(`${path}/${name}`)
    return words.every((word) => text.includes(word))
  }
  return foldersOf(folders.flatMap(({ rows }) => rows).filter(isMeant))
}

const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase()

/** Returns the visible lines. Directories have a line of their own and can be expanded. */
export function linesOf(folders: readonly SharedFolder[], isOpen: (path: string) => boolean): ListLine[] {
  return folders.flatMap((folder): ListLine[] => {
    const files = folder.rows.map((row): ListLine => ({ kind: 'file', row }))
    if (folder.path === '.') return files
    const open = isOpen(folder.path)
    return [{ kind: 'folder', folder, isOpen: open }, ...(open ? files : [])]
  })
}
