import { startTransition, useLayoutEffect, useState } from 'react'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { runInSlices } from '../../../core/util/timeSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { type FileTree, treeSteps } from './fileTree.ts'
import type { Senders } from './senders.ts'
import { selectAltered } from './sealedFilesSlice.ts'

/**
 * Returns the tree of a folder's files, by the sealed names where these are known. It is built in time
 * slices: null until the first tree is complete, then the last complete one. Small folders are ready at once.
 */
export function useFileTree(records: readonly FileRecord[], senders: Senders | null): FileTree | null {
  const altered = useAppSelector(selectAltered)
  const [tree, setTree] = useState<FileTree | null>(null)
  useLayoutEffect(
    // Rendering is sliced as well.
    () => runInSlices(treeSteps(records, altered, senders), (tree) => startTransition(() => setTree(tree))),
    [records, altered, senders],
  )
  return tree
}
