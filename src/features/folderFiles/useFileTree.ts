import { startTransition, useLayoutEffect, useState } from 'react'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { runInSlices } from '../../../core/util/timeSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { type FileTree, treeSteps } from './fileTree.ts'
import type { Senders } from './senders.ts'
import { selectAltered } from './sealedFilesSlice.ts'

/**
 * The tree of a folder's files, with the names that their uploaders sealed where these are known. Made in turns: null
 * until the first one is complete; then the last one until the next is. Small folders are there at once.
 */
export function useFileTree(records: readonly FileRecord[], senders: Senders | null): FileTree | null {
  const altered = useAppSelector(selectAltered)
  const [tree, setTree] = useState<FileTree | null>(null)
  useLayoutEffect(
    // The drawing is cut into turns as well.
    () => runInSlices(treeSteps(records, altered, senders), (tree) => startTransition(() => setTree(tree))),
    [records, altered, senders],
  )
  return tree
}
