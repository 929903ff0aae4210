import { createStore, get, promisifyRequest, update, type UseStore } from 'idb-keyval'
import type { SealedSegment } from '../../core/keys/keysWorker.ts'
import { databaseExists, databases } from '../platform/databases.ts'

/*
 * [Note: Index of names] (core/keys/indexedFiles.ts): its sealed segments in IndexedDB, by the fingerprint of the person's
 * key and by folder. They stay at sign-out. Where the browser stores nothing, manifests are opened each time.
 */

/** Days after which the index of a folder is removed that was not used. */
const maxUnusedDays = 30

const dayMs = 86_400_000
/** The key of the record that says when each index was last used, by `usedKey`. */
const usedRecordKey = 'used'
type UsedAt = ReadonlyMap<string, number>
type FolderIndex = readonly [fp: string, folderId: number]

const usedKey = ([fp, folderId]: FolderIndex) => `${fp} ${folderId}`

/** All segments of an index: arrays sort behind all numbers. */
const rangeOf = (index: FolderIndex) => IDBKeyRange.bound([...index], [...index, []])

let store: UseStore | undefined
const database = () => (store ??= createStore(databases.nameIndex, 'segments'))

/** @returns null if the segment is not there */
export async function readSegment(index: FolderIndex, segment: number): Promise<SealedSegment | null> {
  try {
    const box: unknown = await get([...index, segment], database())
    return box instanceof Uint8Array ? { segment, box: box as SealedSegment['box'] } : null
  } catch {
    store = undefined
    return null
  }
}

/** Replaces segments. */
export async function writeSegments(index: FolderIndex, segments: readonly SealedSegment[]): Promise<void> {
  try {
    await database()('readwrite', (segmentStore) => {
      for (const { segment, box } of segments) segmentStore.put(box, [...index, segment])
      return promisifyRequest(segmentStore.transaction)
    })
    await markIndexUsed(index)
  } catch {
    store = undefined
  }
}

/** Keeps an index for the next `maxUnusedDays`. */
export async function markIndexUsed(index: FolderIndex): Promise<void> {
  const now = Date.now()
  const change = (used?: UsedAt) => new Map(used).set(usedKey(index), now)
  await update(usedRecordKey, change, database()).catch(() => undefined)
}

/** Removes each index that was not used for `maxUnusedDays`. */
export async function removeUnusedIndexes(): Promise<void> {
  if (!(await databaseExists('nameIndex'))) return
  try {
    const oldest = Date.now() - maxUnusedDays * dayMs
    await database()('readwrite', async (segmentStore) => {
      const stored = await promisifyRequest<UsedAt | undefined>(segmentStore.get(usedRecordKey))
      const used: UsedAt = stored ?? new Map()
      const kept = new Map([...used].filter(([, usedAt]) => usedAt >= oldest))
      for (const key of used.keys()) {
        const [fp = '', folderId] = key.split(' ')
        if (!kept.has(key)) segmentStore.delete(rangeOf([fp, Number(folderId)]))
      }
      segmentStore.put(kept, usedRecordKey)
    })
  } catch {
    store = undefined
  }
}

/** Removes every index of this device. @throws if the browser removes nothing */
export const removeNameIndexes = (): Promise<void> =>
  database()('readwrite', (segmentStore) => promisifyRequest(segmentStore.clear()))
