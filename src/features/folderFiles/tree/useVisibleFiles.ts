import { useDeferredValue, useMemo, useState } from 'react'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import { filterTree, type FileTree } from './fileTree.ts'
import { foldName } from './nameOrder.ts'
import { checkState, selectionPrefixSums, type Selection, changeSelection } from './selection.ts'

const noFiles: Selection = new Set()

/**
 * Returns the visible files and the selection.
 * @param excludedIds ids of files to leave out
 * @param elsewhere files that are selected one by one only
 */
export function useVisibleFiles(
  fileTree: FileTree,
  excludedIds: ReadonlySet<number> | undefined,
  elsewhere: ReadonlyMap<number, unknown>,
) {
  const [onlyNew, setOnlyNew] = useState(false)
  const [search, setSearch] = useState('')
  const [selected, select] = useState(noFiles)
  // Typing has priority over updating the tree.
  const words = useDeferredValue(search).trim()
  const shownTree = useMemo(
    () => filterTree(fileTree, { onlyNew, excludedIds, words: foldName(words).split(/\s+/).filter(Boolean) }),
    [fileTree, onlyNew, excludedIds, words],
  )
  const sums = useMemo(() => selectionPrefixSums(shownTree, selected), [shownTree, selected])
  const total = shownTree.files.length
  const selectedCount = assertDefined(sums[total])
  return {
    onlyNew,
    toggleNew: () => setOnlyNew(!onlyNew),
    search,
    setSearch,
    words,
    shown: shownTree,
    total,
    selected,
    select,
    selectedCount,
    all: checkState(shownTree.root, sums),
    clearSelection: () => select(changeSelection(selected, shownTree.files, false)),
    toggleAll: () => {
      const among = shownTree.files.filter(({ record }) => !elsewhere.has(record.id))
      const isAll = among.every(({ record }) => selected.has(record.id))
      select(
        isAll ? changeSelection(selected, shownTree.files, false) : changeSelection(selected, among, true),
      )
    },
    chosenFiles: () => shownTree.files.filter(({ record }) => selected.has(record.id)),
  }
}
