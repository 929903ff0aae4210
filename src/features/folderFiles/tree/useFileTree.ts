import { startTransition, useLayoutEffect, useState } from 'react'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { runInSlices } from '../../../../core/util/timeSlice.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { type FileTree, buildTreeInSteps } from './fileTree.ts'
import type { Senders } from '../senders/senders.ts'
import { selectSealedNames } from '../checks/sealedFilesSlice.ts'

/** Returns the last complete tree of a folder's files, built in time slices; null before the first. */
export function useFileTree(records: readonly FileRecord[], senders: Senders | null): FileTree | null {
  const sealedNames = useAppSelector(selectSealedNames)
  const [tree, setTree] = useState<FileTree | null>(null)
  useLayoutEffect(
    // Rendering is sliced as well.
    () =>
      runInSlices(buildTreeInSteps(records, sealedNames, senders), (tree) =>
        startTransition(() => setTree(tree)),
      ),
    [records, sealedNames, senders],
  )
  return tree
}
