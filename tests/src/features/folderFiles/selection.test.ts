import { describe, expect, it } from 'vitest'
import type { FileNode, FileTree } from '../../../../src/features/folderFiles/tree/fileTree.ts'
import {
  checkState,
  selectionPrefixSums,
  countSelected,
  changeSelection,
} from '../../../../src/features/folderFiles/tree/selection.ts'

const files = [11, 12, 13, 14].map((id) => ({ record: { id } }) as FileNode)
const tree = { files } as unknown as FileTree
const prefixSums = (...ids: number[]) => selectionPrefixSums(tree, new Set(ids))

describe('a checkbox for many files', () => {
  const directory = { from: 0, to: 3 }

  it.each([
    [[], 'unchecked'],
    [[11], 'indeterminate'],
    [[13], 'indeterminate'],
    [[12, 13], 'indeterminate'],
    [[11, 12, 13], 'checked'],
    [[11, 12, 13, 14], 'checked'],
    [[14], 'unchecked'],
  ] as const)('with %j selected of its three is %s', (selected, state) => {
    expect(checkState(directory, prefixSums(...selected))).toBe(state)
  })

  it('without files is unchecked', () => {
    expect(checkState({ from: 2, to: 2 }, prefixSums(11, 12, 13, 14))).toBe('unchecked')
  })
})

describe('the selection', () => {
  it('counts only what the filter leaves in sight', () => {
    expect(countSelected({ from: 0, to: 4 }, prefixSums(12, 99))).toBe(1)
  })

  it('adds and takes away files, and keeps those out of sight', () => {
    const some = changeSelection(new Set([12, 99]), files.slice(0, 2), true)
    expect([...some].sort()).toEqual([11, 12, 99])
    expect([...changeSelection(some, files, false)]).toEqual([99])
  })
})
