import { assertDefined } from '../../../../contract/assertDefined.ts'
import { foldName } from './nameOrder.ts'
import type { DirectoryNode, FileNode, TreeNode } from './fileTree.ts'

export type FileSortKey = 'name' | 'uploaded' | 'downloaded' | 'size'
export interface FileSort {
  by: FileSortKey
  descending: boolean
}

export interface VisibleRow {
  node: TreeNode
  /** Depth, 1 at the root. */
  level: number
  /** One-based position among the `setSize` rows of its directory. */
  position: number
  setSize: number
}

/** Returns the visible rows, directories first; these are always sorted by name. */
export function visibleRows(
  root: DirectoryNode,
  isOpen: (key: string) => boolean,
  sort: FileSort,
): VisibleRow[] {
  const rows: VisibleRow[] = []
  const visit = (directory: DirectoryNode, level: number) => {
    const setSize = directory.directories.length + directory.files.length
    let position = 0
    for (const child of reversedIf(directory.directories, sort.by === 'name' && sort.descending)) {
      rows.push({ node: child, level, position: ++position, setSize })
      if (isOpen(child.key)) visit(child, level + 1)
    }
    for (const node of sortedFiles(directory, sort)) {
      rows.push({ node, level, position: ++position, setSize })
    }
  }
  visit(root, 1)
  return rows
}

const reversedIf = <T>(list: readonly T[], descending: boolean): readonly T[] =>
  descending ? list.toReversed() : list

const sortedFilesCache = new WeakMap<DirectoryNode, Map<string, readonly FileNode[]>>()

/** Sorts the files of a directory, once for each order; equal values keep the order by name. */
function sortedFiles(directory: DirectoryNode, { by, descending }: FileSort): readonly FileNode[] {
  if (by === 'name') return reversedIf(directory.files, descending)
  const sortedLists = sortedFilesCache.get(directory) ?? new Map<string, readonly FileNode[]>()
  sortedFilesCache.set(directory, sortedLists)
  const order = `${by} ${descending}`
  const files = sortedLists.get(order) ?? directory.files.toSorted(compareBy(sortValues[by], descending))
  sortedLists.set(order, files)
  return files
}

/** ISO times of one zone sort as text; 'never downloaded' sorts first. */
const sortValues: Record<Exclude<FileSortKey, 'name'>, (file: FileNode) => string | number> = {
  uploaded: ({ record }) => record.upload_time,
  downloaded: ({ record }) => record.last_downloaded_admin ?? '',
  size: ({ record }) => record.file_size,
}

function compareBy(valueOf: (file: FileNode) => string | number, descending: boolean) {
  const sign = descending ? -1 : 1
  return (a: FileNode, b: FileNode) => {
    const [first, second] = [valueOf(a), valueOf(b)]
    return first < second ? -sign : first > second ? sign : 0
  }
}

/** Returns the index of the row's parent directory; -1 at the root. */
export function parentIndex(rows: readonly VisibleRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  for (let ancestor = index - 1; ancestor >= 0; ancestor--)
    if (assertDefined(rows[ancestor]).level < level) return ancestor
  return -1
}

/** Returns the next row whose name begins with `typed`, or -1. A repeated letter moves on to the next one. */
export function indexOfTypedName(rows: readonly VisibleRow[], from: number, typed: string): number {
  const prefix = foldName(typed)
  const [letter = ''] = prefix
  const isRepeated = prefix.replaceAll(letter, '') === ''
  const start = isRepeated ? from + 1 : from
  const text = isRepeated ? letter : prefix
  for (let step = 0; step < rows.length; step++) {
    const candidateIndex = (start + step) % rows.length
    if (rows[candidateIndex]?.node.foldedName.startsWith(text) === true) return candidateIndex
  }
  return -1
}

/** Returns the rows from one to another, in either order. An expanded directory stands for itself only. */
export function rowsBetween(
  rows: readonly VisibleRow[],
  [from, to]: readonly [number, number],
  isOpen: (key: string) => boolean,
): TreeNode[] {
  return rows
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .map(({ node }) => node)
    .filter((node) => node.kind === 'file' || !isOpen(node.key))
}
