import { type DiskFile, pathKey } from '../platform/diskSource.ts'
import type { StoredBatchFile } from '../platform/batchFolder.ts'
import type { FoundFile } from './findFiles.ts'

/** An earlier batch: its files, and those that the server has confirmed. */
export interface EarlierBatch {
  readonly files: readonly StoredBatchFile[]
  readonly ended: ReadonlySet<number>
}

/** A file that is sent as number `index` of its batch, under its name there. */
export interface BatchFile extends FoundFile {
  readonly index: number
}

/** Further knowledge of files, besides batches. */
interface AssignmentOptions {
  /** Sends finished and arrived files again. */
  readonly shouldResend?: boolean
  /** True if the unchanged file has arrived in another run. */
  readonly hasArrived?: (file: DiskFile) => boolean
}

/** The assignment of current files to batches. */
export interface BatchAssignment {
  /** By earlier batch: the files that it still sends. */
  readonly resumed: readonly (readonly BatchFile[])[]
  /** Files in no batch, or changed since they were stored: they form a new batch. */
  readonly newFiles: readonly FoundFile[]
  /** Number of unchanged files that have arrived in other runs. */
  readonly arrived: number
  /** By batch: indexes of files that it no longer sends. */
  readonly abandoned: readonly ReadonlySet<number>[]
  /** Former files that are missing now, and were not stored. */
  readonly missing: readonly StoredBatchFile[]
}

/** Sends nothing twice that is stored and unchanged; a batch gets no files besides its first ones. */
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
  let arrived = 0
  for (const foundFile of found) {
    const key = pathKey(foundFile.file.path)
    currentPaths.add(key)
    const candidates = earlierFiles.get(key) ?? []
    if (!shouldResend) {
      if (candidates.some(({ stored, isEnded }) => isEnded && isUnchanged(stored, foundFile.file))) continue
      if (hasArrived(foundFile.file)) {
        arrived++
        continue
      }
    }
    const unfinished = candidates.findLast(({ isEnded }) => !isEnded)
    if (!unfinished) {
      newFiles.push(foundFile)
      continue
    }
    const { batch, index, stored } = unfinished
    resumed[batch]?.push({ ...foundFile, index, name: stored.name, folder: stored.folder })
    resumedIndexes[batch]?.add(index)
  }
  const unsent = [...earlierFiles].flatMap(([key, its]) =>
    its
      .filter(({ batch, index, isEnded }) => !isEnded && !resumedIndexes[batch]?.has(index))
      .map((known) => ({ key, known })),
  )
  return {
    ...{ resumed, newFiles, arrived },
    abandoned: batches.map(
      (_, at) => new Set(unsent.flatMap(({ known }) => (known.batch === at ? [known.index] : []))),
    ),
    missing: unsent.filter(({ key }) => !currentPaths.has(key)).map(({ known }) => known.stored),
  }
}

interface EarlierFile {
  readonly batch: number
  readonly index: number
  readonly stored: StoredBatchFile
  readonly isEnded: boolean
}

/** Groups the files of all batches by local path, in the order of the batches. */
function earlierFilesByPath(batches: readonly EarlierBatch[]): Map<string, EarlierFile[]> {
  const all = batches.flatMap(({ files, ended }, batch) =>
    files.map((stored, index): EarlierFile => ({ batch, index, stored, isEnded: ended.has(index) })),
  )
  return Map.groupBy(all, ({ stored }) => stored.path)
}

export const isUnchanged = (
  { size, modified }: Pick<StoredBatchFile, 'size' | 'modified'>,
  file: DiskFile,
): boolean => size === file.size && modified === String(file.modified)

export const storedFileOf = ({ file, name, folder }: FoundFile): StoredBatchFile => ({
  ...{ path: pathKey(file.path), name, folder, size: file.size },
  modified: String(file.modified),
})
