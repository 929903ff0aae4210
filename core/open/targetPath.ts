import { chunkBytes, MiB } from '../../contract/limits.ts'
import { nameKey } from '../../contract/fileNames.ts'
import { FaultError } from '../faults/fault.ts'
import { createSameThreadHash } from '../util/sameThreadHash.ts'
import type { Bytes } from '../ports.ts'
import { addNumber } from '../download/safeNames.ts'
import { type ContentCheckOptions, contentCheck } from './contentCheck.ts'
import type { ArchiveEntry } from './openJob.ts'
import type { OpeningContext } from './openingContext.ts'

/** Read size for existing files, in whole chunks. */
const readBytes = MiB

export interface FolderLookup {
  /**
   * Finds a name: null if it is free, 'taken' for anything but a file.
   * @param path folders, outermost first
   * @throws FaultError if this path is refused, and others may not be; errors of the folder
   */
  find(path: readonly string[], name: string): Promise<ExistingFile | 'taken' | null>
}

export interface ExistingFile {
  /** Size in bytes. */
  readonly size: number
  read(offset: number, bytes: number): Promise<Bytes>
}

/** A candidate path of a file: `n` is 1 for its own name, and the number that is added from 2 on. */
export interface TargetPath {
  /** Folders, outermost first. */
  path: readonly string[]
  name: string
  n: number
}

export const targetName = ({ name, n }: TargetPath): string => (n === 1 ? name : addNumber(name, n))

const keyOf = (target: TargetPath): string => nameKey([...target.path, targetName(target)].join('/'))

/**
 * Finds a free target for an entry, or an existing file with its content, and adds it to the taken ones.
 * @param takenKeys targets of other entries
 * @throws errors of the folder
 */
export async function findTarget(
  folder: FolderLookup,
  takenKeys: Set<string>,
  entry: ArchiveEntry,
  { signal, compareSha256 }: Pick<OpeningContext, 'signal' | 'compareSha256'>,
): Promise<{ target: TargetPath; existed: boolean }> {
  const path = entry.name.split('/')
  const name = path.splice(-1).join('')
  for (let n = 1; ; n++) {
    signal.throwIfAborted()
    const target = { path, name, n }
    if (takenKeys.has(keyOf(target))) continue
    const file = await folder.find(path, targetName(target))
    if (file === 'taken') continue
    const existed =
      file?.size === entry.size &&
      (await hasContent(file, entry, { beginHash: createSameThreadHash, compareSha256, signal }))
    if (file && !existed) continue
    takenKeys.add(keyOf(target))
    return { target, existed }
  }
}

/** Returns the next candidate, for a target that was taken after it was found free, and adds it to the taken ones. */
export function nextTarget(takenKeys: Set<string>, target: TargetPath): TargetPath {
  let next = target
  do next = { ...next, n: next.n + 1 }
  while (takenKeys.has(keyOf(next)))
  takenKeys.add(keyOf(next))
  return next
}

async function hasContent(
  file: ExistingFile,
  entry: ArchiveEntry,
  { signal, ...options }: ContentCheckOptions & Pick<OpeningContext, 'signal'>,
): Promise<boolean> {
  const check = await contentCheck(entry, options)
  const chunks = check.passThrough(chunksOf(file, signal))
  while (!(await chunks.next()).done);
  return check.compare().then(
    () => true,
    (error: unknown) => {
      if (error instanceof FaultError) return false
      throw error
    },
  )
}

async function* chunksOf(file: ExistingFile, signal: AbortSignal): AsyncGenerator<Bytes, void, void> {
  for (let offset = 0; offset < file.size; offset += readBytes) {
    signal.throwIfAborted()
    const bytes = await file.read(offset, Math.min(readBytes, file.size - offset))
    for (let chunk = 0; chunk < bytes.length; chunk += chunkBytes)
      yield bytes.subarray(chunk, chunk + chunkBytes)
  }
}
