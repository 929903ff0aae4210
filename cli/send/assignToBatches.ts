import { type DiskFile, pathKey } from '../platform/diskSource.ts'
import type { StoredBatchFile } from '../platform/batchFolder.ts'
import type { FoundFile } from './findFiles.ts'

/** An earlier batch: its files, and the indexes of those that the server has confirmed. */
export interface EarlierBatch {
  readonly files: readonly StoredBatchFile[]
  readonly completed: ReadonlySet<number>
}

/** A file, and its index in the batch that it is sent in. */
export interface BatchFile extends FoundFile {
  readonly index: number
}

/** The facts besides the batches that decide whether a file is sent. */
interface AssignmentOptions {
  /** Sends finished and arrived files again. */
  readonly shouldResend?: boolean
  /** Returns true if the file arrived in another run, and has not changed since. */
  readonly hasArrived?: (file: DiskFile, key: string) => boolean
}

/** The assignment of current files to batches. */
export interface BatchAssignment {
  /** By earlier batch: the files that it still sends. */
  readonly resumed: readonly (readonly BatchFile[])[]
  /** Files in no batch, or changed since they were stored: they form a new batch. */
  readonly newFiles: readonly FoundFile[]
  /** Number of unchanged files that have arrived in other runs. */
  readonly arrivedCount: number
  /** By batch: indexes of files that it no longer sends. */
  readonly abandoned: readonly ReadonlySet<number>[]
  /** Former files that are missing now, and were not stored. */
  readonly missing: readonly StoredBatchFile[]
}

/** Assigns files so that no stored, unchanged file is sent twice. An earlier batch gets no additional files. */
export function assignToBatches(
  found: readonly FoundFile[],
  batches: readonly EarlierBatch[],
  { shouldResend = false, hasArrived = () => false }: AssignmentOptions = {},
): BatchAssignment {
  const resumed = batches.map((): BatchFile[] => [])
  const resumedIndexes = batches.map(() => new Set<number>())
  const newFiles: FoundFile[] = []
  const earlierFiles = earlierFilesByPath(batches)
  const currentPaths = new Set<string>()
  let arrivedCount = 0
  for (const foundFile of found) {
    const key = fileKey(foundFile)
    currentPaths.add(key)
    const candidates = earlierFiles.get(key) ?? []
    if (!shouldResend) {
      if (candidates.some(({ stored, isCompleted }) => isCompleted && isUnchanged(stored, foundFile.file)))
        continue
      if (hasArrived(foundFile.file, key)) {
        arrivedCount++
        continue
      }
    }
    const unfinished = candidates.findLast(({ isCompleted }) => !isCompleted)
    if (!unfinished) {
      newFiles.push(foundFile)
      continue
    }
    const { batch, index, stored } = unfinished
    resumed[batch]?.push({ ...foundFile, index, name: stored.name, folder: stored.folder })
    resumedIndexes[batch]?.add(index)
  }
  const unsent = [...earlierFiles].flatMap(([key, filesOfPath]) =>
    filesOfPath
      .filter(({ batch, index, isCompleted }) => !isCompleted && !resumedIndexes[batch]?.has(index))
      .map((earlierFile) => ({ key, earlierFile })),
  )
  return {
    ...{ resumed, newFiles, arrivedCount },
    abandoned: batches.map(
      (_, batch) =>
        new Set(
          unsent.flatMap(({ earlierFile }) => (earlierFile.batch === batch ? [earlierFile.index] : [])),
        ),
    ),
    missing: unsent.filter(({ key }) => !currentPaths.has(key)).map(({ earlierFile }) => earlierFile.stored),
  }
}

interface EarlierFile {
  /** Index of its batch. */
  readonly batch: number
  readonly index: number
  readonly stored: StoredBatchFile
  readonly isCompleted: boolean
}

/** Groups the files of all batches by local path, in the order of the batches. */
function earlierFilesByPath(batches: readonly EarlierBatch[]): Map<string, EarlierFile[]> {
  const allFiles = batches.flatMap(({ files, completed }, batch) =>
    files.map((stored, index): EarlierFile => ({ batch, index, stored, isCompleted: completed.has(index) })),
  )
  return Map.groupBy(allFiles, ({ stored }) => stored.path)
}

/** True if size and time of change are as stored. */
export const isUnchanged = (
  { size, modified }: Pick<StoredBatchFile, 'size' | 'modified'>,
  file: DiskFile,
): boolean => size === file.size && modified === String(file.modified)

/** A text that is unique for the file, and for the message that it may be sent as besides. */
export const fileKey = ({ file, isText }: FoundFile): string =>
  isText ? `\0text:${pathKey(file.path)}` : pathKey(file.path)

/** The stored description of a file. */
export const storedFileOf = (found: FoundFile): StoredBatchFile => ({
  ...{ path: fileKey(found), name: found.name, folder: found.folder, size: found.file.size },
  modified: String(found.file.modified),
})
