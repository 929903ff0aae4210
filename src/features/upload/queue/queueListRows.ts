import { failedFirst, type QueueState } from './queue.ts'
import { rowAt } from './rowBlocks.ts'

/** Rows that the collapsed list shows, in 15rem; a queue of so many files has no folder rows. */
export const collapsedRowCount = 5

/** A row for all files of a folder that was given; those that failed are rows of their own outside an upload. */
export interface QueueFolder {
  readonly folder: string
  readonly ids: readonly number[]
  readonly isOpen: boolean
}

/** Rows of the list: ids of files, and folders, with their files below them while they are open. */
export function queueListRows(
  queue: QueueState,
  { isSending, open }: { isSending: boolean; open: ReadonlySet<string> },
): readonly (number | QueueFolder)[] {
  const rowIds = isSending ? queue.rowIds : failedFirst(queue)
  if (rowIds.length <= collapsedRowCount) return rowIds
  const folders = new Map<string, number[]>()
  const topLevel: (number | string)[] = []
  for (const id of rowIds) {
    const row = rowAt(queue.rows, id)
    const isAlone = !row || row.relativePath === '.' || (!isSending && row.status === 'error')
    const folder = isAlone ? null : folderOf(row.relativePath)
    const others = folder === null ? undefined : folders.get(folder)
    if (others) others.push(id)
    else if (folder === null) topLevel.push(id)
    else {
      folders.set(folder, [id])
      topLevel.push(folder)
    }
  }
  return topLevel.flatMap((item) => {
    if (typeof item === 'number') return [item]
    const ids = folders.get(item) ?? []
    if (ids.length === 1) return ids
    const isOpen = open.has(item)
    return [{ folder: item, ids, isOpen }, ...(isOpen ? ids : [])]
  })
}

/** Returns the topmost directory of a path. */
const folderOf = (path: string): string => {
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash)
}

export interface FolderTotals {
  readonly bytes: number
  readonly sentBytes: number
  /** Files that have ended, with or without success. */
  readonly ended: number
  readonly failed: number
}

export function folderTotals({ rows }: Pick<QueueState, 'rows'>, ids: readonly number[]): FolderTotals {
  const totals = { bytes: 0, sentBytes: 0, ended: 0, failed: 0 }
  for (const id of ids) {
    const row = rowAt(rows, id)
    if (!row) continue
    const { status, size } = row
    totals.bytes += size
    totals.sentBytes += status === 'success' ? size : row.sentBytes
    if (status === 'success' || status === 'error') totals.ended++
    if (status === 'error') totals.failed++
  }
  return totals
}
