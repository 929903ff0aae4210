import type { FileRecord } from '../../../contract/folders.ts'

export type CheckState = 'checked' | 'indeterminate' | 'unchecked'

/** Of a checkbox that stands for many files. */
export function checkState(fileIds: readonly number[], selected: ReadonlySet<number>): CheckState {
  let checked = 0
  for (const [index, id] of fileIds.entries()) {
    if (selected.has(id)) checked++
    if (checked > 0 && checked <= index) return 'indeterminate'
  }
  return checked > 0 ? 'checked' : 'unchecked'
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
