import type { FileRecord } from '../../../contract/folders.ts'
import type { DirectoryNode } from './fileTree.ts'

export type CheckState = 'checked' | 'indeterminate' | 'unchecked'

/** Of a checkbox that stands for many files. */
export function checkState(fileIds: readonly number[], selected: ReadonlySet<number>): CheckState {
  let checked = 0
  for (const id of fileIds) {
    if (selected.has(id)) checked++
    else if (checked > 0) return 'indeterminate'
    if (checked > 0 && checked < fileIds.length && !selected.has(id)) return 'indeterminate'
  }
  if (checked === 0) return 'unchecked'
  return checked === fileIds.length ? 'checked' : 'indeterminate'
}

/** All of them, unless all are selected already: then none. */
export function toggled(selected: ReadonlySet<number>, fileIds: readonly number[]): ReadonlySet<number> {
  const next = new Set(selected)
  if (checkState(fileIds, selected) === 'checked') for (const id of fileIds) next.delete(id)
  else for (const id of fileIds) next.add(id)
  return next
}

/** What is selected and still there, in sight of the filter. */
export const selectedRecords = (
  records: readonly FileRecord[],
  selected: ReadonlySet<number>,
): readonly FileRecord[] => records.filter(({ id }) => selected.has(id))

export const isChecked = (node: DirectoryNode, selected: ReadonlySet<number>): boolean =>
  checkState(node.fileIds, selected) === 'checked'
