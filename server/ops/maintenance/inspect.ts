import { sha256Of, type BlobStore } from '../../blobs/blobStore.ts'
import { lossOf, type Loss } from '../../blobs/lossOf.ts'
import { fileExists } from '../../db/files.ts'
import type { ComparedFile } from '../../db/integrity.ts'
import type { Db } from '../../db/schema.ts'
import { storedObjectsIn } from '../../db/storedObjects.ts'
import { knownArrival } from '../move/readSource.ts'
import type { Pace } from './pace.ts'

export type Finding =
  /** The content is intact. `sha256` is set if no hash had been recorded before. */
  | { kind: 'whole'; sha256?: string }
  /** The content is damaged. `how` follows the name of the file. */
  | { kind: 'damaged'; how: string }
  /** The store could not read the content, whose state is unknown. */
  | { kind: 'unread'; error: unknown }
  /** The file was deleted meanwhile. */
  | { kind: 'gone' }

/** Database and store of an installation. */
export interface DatabaseAndStore {
  db: Db
  store: BlobStore
}

/** Verifies a file's ciphertext against its hash; damage by a second look. @throws database errors; reason of `pace` */
export async function inspect(
  { db, store }: DatabaseAndStore,
  file: ComparedFile,
  pace: Pace,
): Promise<Finding> {
  const hashes = await hashesOf(db, file)
  const first = await look(store, file, hashes, pace)
  if (first.kind !== 'damaged') return first
  const second = await look(store, file, hashes, pace)
  if (second.kind === 'damaged' && !(await fileExists(db, file.id))) return { kind: 'gone' }
  return second
}

/** Verifies the length only. @throws errors of the store */
export async function inspectLength(store: BlobStore, file: ComparedFile): Promise<Finding> {
  const size = await store.sizeOf(file.blob_key)
  if (size === file.sealed_size) return { kind: 'whole' }
  const how = size === undefined ? 'not there' : `has ${size} bytes instead of ${file.sealed_size}`
  return { kind: 'damaged', how }
}

interface Segment {
  size: number
  /** Undefined if no hash is recorded. */
  sha256: string | undefined
}

async function hashesOf(db: Db, file: ComparedFile): Promise<readonly Segment[]> {
  if (file.sealed_sha256 !== null) return [{ size: file.sealed_size, sha256: file.sealed_sha256 }]
  const arrived = knownArrival(await storedObjectsIn(db).hashesOf(file.blob_key), file.sealed_size)
  return arrived.length > 0 ? arrived : [{ size: file.sealed_size, sha256: undefined }]
}

async function look(
  store: BlobStore,
  file: ComparedFile,
  segments: readonly Segment[],
  pace: Pace,
): Promise<Finding> {
  const key = file.blob_key
  try {
    const byLength = await inspectLength(store, file)
    if (byLength.kind !== 'whole') return byLength
    let start = 0
    let found = ''
    for (const segment of segments) {
      const range = { start, end: start + segment.size - 1 }
      found = await sha256Of(pace.through(await store.read(key, range)))
      if (segment.sha256 !== undefined && found !== segment.sha256) {
        return { kind: 'damaged', how: 'has other bytes than it had' }
      }
      start += segment.size
    }
    return segments[0]?.sha256 === undefined ? { kind: 'whole', sha256: found } : { kind: 'whole' }
  } catch (error) {
    pace.throwIfEnded()
    return asFinding(store, error)
  }
}

const howLost: Readonly<Record<Loss, string>> = {
  missing: 'not there',
  incomplete: 'not all there',
  unreadable: 'cannot be read from the disk',
}

async function asFinding(store: BlobStore, error: unknown): Promise<Finding> {
  try {
    const loss = await lossOf(store, error)
    return loss === undefined ? { kind: 'unread', error } : { kind: 'damaged', how: howLost[loss] }
  } catch (storeError) {
    return { kind: 'unread', error: storeError }
  }
}
