import { assertDefined } from '../../../../contract/assertDefined.ts'
import type { FileNode, FileRange, FileTree } from './fileTree.ts'

/** Ids of selected files. Files hidden by a filter stay selected, but do not count. */
export type Selection = ReadonlySet<number>

export type CheckState = 'checked' | 'indeterminate' | 'unchecked'

/** Returns prefix sums of the selection, so that the checkbox of any range needs one subtraction. */
export function selectionPrefixSums({ files }: FileTree, selected: Selection): Uint32Array {
  const sums = new Uint32Array(files.length + 1)
  let sum = 0
  for (const [index, { record }] of files.entries()) {
    if (selected.has(record.id)) sum += 1
    sums[index + 1] = sum
  }
  return sums
}

export const countSelected = ({ from, to }: FileRange, sums: Uint32Array): number =>
  assertDefined(sums[to]) - assertDefined(sums[from])

export function checkState(range: FileRange, sums: Uint32Array): CheckState {
  const selected = countSelected(range, sums)
  if (selected === 0) return 'unchecked'
  return selected === range.to - range.from ? 'checked' : 'indeterminate'
}

export function changeSelection(
  selected: Selection,
  files: Iterable<FileNode>,
  isSelected: boolean,
): Selection {
  const newSelection = new Set(selected)
  for (const { record } of files) {
    if (isSelected) newSelection.add(record.id)
    else newSelection.delete(record.id)
  }
  return newSelection
}
