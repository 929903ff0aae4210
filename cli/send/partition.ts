import { type DiskFile, pathKey } from '../platform/diskSource.ts'
import type { KeptFile } from '../platform/batchFolder.ts'
import type { FoundFile } from './walk.ts'

/** A batch of before: its files, and which of them the server has confirmed. */
export interface KnownBatch {
  readonly files: readonly KeptFile[]
  readonly ended: ReadonlySet<number>
}

/** A file that is sent as number `index` of its batch, under the name that it has there. */
export interface SentFile extends FoundFile {
  readonly index: number
}

/** What is known of files, beside the batches. */
interface KnownBeside {
  /** What has ended, or arrived, is sent once more. */
  readonly isAgain?: boolean
  /** By other runs, as it is. */
  readonly hasArrived?: (file: DiskFile) => boolean
}

/** What becomes of the files that are there now. */
export interface Partition {
  /** By batch of before: what is still to be sent of it. */
  readonly rest: readonly (readonly SentFile[])[]
  /** In no batch yet, or stored as they were before they changed: they make a batch of their own. */
  readonly fresh: readonly FoundFile[]
  /** How many have arrived by other runs, as they are. */
  readonly arrived: number
  /** By batch: numbers of files that are not sent in it any more. */
  readonly given: readonly ReadonlySet<number>[]
  /** Files of before that are not there any more, and were not stored. */
  readonly gone: readonly KeptFile[]
}

/**
 * Nothing is sent twice that has ended and is as it was. What has not ended is sent as it is now, in its place of before;
 * how many files a batch has is sealed into each, so that none can be added to it.
 */
export function partition(
  found: readonly FoundFile[],
  batches: readonly KnownBatch[],
  { isAgain = false, hasArrived = () => false }: KnownBeside = {},
): Partition {
  const rest = batches.map((): SentFile[] => [])
  const taken = batches.map(() => new Set<number>())
  const fresh: FoundFile[] = []
  const places = placesIn(batches)
  const here = new Set<string>()
  let arrived = 0
  for (const one of found) {
    const key = pathKey(one.file.path)
    here.add(key)
    const its = places.get(key) ?? []
    if (!isAgain) {
      if (its.some(({ kept, isEnded }) => isEnded && isSame(kept, one.file))) continue
      if (hasArrived(one.file)) {
        arrived++
        continue
      }
    }
    const open = its.findLast(({ isEnded }) => !isEnded)
    if (!open) {
      fresh.push(one)
      continue
    }
    const { batch, index, kept } = open
    rest[batch]?.push({ ...one, index, name: kept.name, folder: kept.folder })
    taken[batch]?.add(index)
  }
  const unsent = [...places].flatMap(([key, its]) =>
    its
      .filter(({ batch, index, isEnded }) => !isEnded && !taken[batch]?.has(index))
      .map((place) => ({ key, place })),
  )
  return {
    ...{ rest, fresh, arrived },
    given: batches.map(
      (_, at) => new Set(unsent.flatMap(({ place }) => (place.batch === at ? [place.index] : []))),
    ),
    gone: unsent.filter(({ key }) => !here.has(key)).map(({ place }) => place.kept),
  }
}

interface PlaceOfFile {
  readonly batch: number
  readonly index: number
  readonly kept: KeptFile
  readonly isEnded: boolean
}

/** By path on the disk; in the options of the batches. */
function placesIn(batches: readonly KnownBatch[]): Map<string, PlaceOfFile[]> {
  const places = new Map<string, PlaceOfFile[]>()
  batches.forEach(({ files, ended }, batch) =>
    files.forEach((kept, index) => {
      const place = { batch, index, kept, isEnded: ended.has(index) }
      const others = places.get(kept.path)
      if (others) others.push(place)
      else places.set(kept.path, [place])
    }),
  )
  return places
}

export const isSame = ({ size, modified }: Pick<KeptFile, 'size' | 'modified'>, file: DiskFile): boolean =>
  size === file.size && modified === String(file.modified)

export const keptFile = ({ file, name, folder }: FoundFile): KeptFile => ({
  ...{ path: pathKey(file.path), name, folder, size: file.size },
  modified: String(file.modified),
})
