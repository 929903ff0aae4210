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
  read(at: number, bytes: number): Promise<Bytes>
}

/** A candidate name for a file in its folder: the wanted one, or numbered with `n`, from 2 on. */
export interface TargetPath {
  path: readonly string[]
  wanted: string
  n: number
}

export const targetName = ({ wanted, n }: TargetPath): string => (n === 1 ? wanted : addNumber(wanted, n))

const keyOf = (target: TargetPath): string => nameKey([...target.path, targetName(target)].join('/'))

/** Finds a free target, or a file of that content. @param taken others @throws errors of the folder */
export async function findTarget(
  folder: FolderLookup,
  taken: Set<string>,
  entry: ArchiveEntry,
  { signal, compareSha256 }: Pick<OpeningContext, 'signal' | 'compareSha256'>,
): Promise<{ target: TargetPath; isThere: boolean }> {
  const path = entry.name.split('/')
  const wanted = path.splice(-1).join('')
  for (let n = 1; ; n++) {
    signal.throwIfAborted()
    const target = { path, wanted, n }
    if (taken.has(keyOf(target))) continue
    const file = await folder.find(path, targetName(target))
    if (file === 'taken') continue
    const isOurs =
      file?.size === entry.size &&
      (await hasContent(file, entry, { beginHash: createSameThreadHash, compareSha256, signal }))
    if (file && !isOurs) continue
    taken.add(keyOf(target))
    return { target, isThere: isOurs }
  }
}

/** The next candidate, if the target was taken after it was found free. */
export function nextTarget(taken: Set<string>, target: TargetPath): TargetPath {
  let next = target
  do next = { ...next, n: next.n + 1 }
  while (taken.has(keyOf(next)))
  taken.add(keyOf(next))
  return next
}

async function hasContent(
  file: ExistingFile,
  entry: ArchiveEntry,
  { signal, ...options }: ContentCheckOptions & Pick<OpeningContext, 'signal'>,
): Promise<boolean> {
  const check = await contentCheck(entry, options)
  const passed = check.passThrough(chunksOf(file, signal))
  while (!(await passed.next()).done);
  return check.compare().then(
    () => true,
    (error: unknown) => {
      if (error instanceof FaultError) return false
      throw error
    },
  )
}

async function* chunksOf(file: ExistingFile, signal: AbortSignal): AsyncGenerator<Bytes, void, void> {
  for (let at = 0; at < file.size; at += readBytes) {
    signal.throwIfAborted()
    const bytes = await file.read(at, Math.min(readBytes, file.size - at))
    for (let chunk = 0; chunk < bytes.length; chunk += chunkBytes)
      yield bytes.subarray(chunk, chunk + chunkBytes)
  }
}
