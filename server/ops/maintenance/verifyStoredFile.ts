import { sha256Of, type BlobStore } from '../../blobs/blobStore.ts'
import { contentLossOf, type ContentLoss } from '../../blobs/contentLossOf.ts'
import { fileExists } from '../../db/files/files.ts'
import type { ComparedFile } from '../../db/files/integrity.ts'
import type { Db } from '../../db/schema.ts'
import { createPartRecords } from '../../db/files/partRecords.ts'
import { hashesIfComplete } from '../move/readSource.ts'
import type { DatabaseAndStore } from './databaseAndStore.ts'
import { createReadThrottle, type ReadThrottle } from './readThrottle.ts'

export type FileFinding =
  /** `sha256` is set if no hash had been recorded before. */
  | { kind: 'intact'; sha256?: string }
  /** `damage` follows the name of the file. */
  | { kind: 'damaged'; damage: string }
  /** The store could not read the content, whose state is unknown. */
  | { kind: 'unreadable'; error: unknown }
  /** The file was deleted meanwhile. */
  | { kind: 'gone' }

/**
 * Verifies the stored ciphertext against its recorded hash, or computes one. Damage is reported only if a second read
 * confirms it.
 * @throws database errors; the abort reason of `throttle`
 */
export async function verifyStoredFile(
  { db, store }: DatabaseAndStore,
  file: ComparedFile,
  throttle = createReadThrottle(),
): Promise<FileFinding> {
  const hashes = await expectedHashesOf(db, file)
  const first = await verifyOnce(store, file, hashes, throttle)
  if (first.kind !== 'damaged') return first
  const second = await verifyOnce(store, file, hashes, throttle)
  if (second.kind === 'damaged' && !(await fileExists(db, file.id))) return { kind: 'gone' }
  return second
}

/** Verifies the length only. @throws errors of the store */
export async function verifyStoredLength(store: BlobStore, file: ComparedFile): Promise<FileFinding> {
  const size = await store.sizeOf(file.blob_key)
  if (size === file.sealed_size) return { kind: 'intact' }
  const damage = size === undefined ? 'not there' : `has ${size} bytes instead of ${file.sealed_size}`
  return { kind: 'damaged', damage }
}

interface Segment {
  size: number
  /** Undefined if no hash is recorded. */
  sha256: string | undefined
}

async function expectedHashesOf(db: Db, file: ComparedFile): Promise<readonly Segment[]> {
  if (file.sealed_sha256 !== null) return [{ size: file.sealed_size, sha256: file.sealed_sha256 }]
  const arrived = hashesIfComplete(await createPartRecords(db).listHashes(file.blob_key), file.sealed_size)
  return arrived.length > 0 ? arrived : [{ size: file.sealed_size, sha256: undefined }]
}

async function verifyOnce(
  store: BlobStore,
  file: ComparedFile,
  segments: readonly Segment[],
  throttle: ReadThrottle,
): Promise<FileFinding> {
  const key = file.blob_key
  try {
    const byLength = await verifyStoredLength(store, file)
    if (byLength.kind !== 'intact') return byLength
    let start = 0
    let found = ''
    for (const segment of segments) {
      const range = { start, end: start + segment.size - 1 }
      found = await sha256Of(throttle.limit(await store.read(key, range)))
      if (segment.sha256 !== undefined && found !== segment.sha256) {
        return { kind: 'damaged', damage: 'has other bytes than it had' }
      }
      start += segment.size
    }
    return segments[0]?.sha256 === undefined ? { kind: 'intact', sha256: found } : { kind: 'intact' }
  } catch (error) {
    throttle.throwIfEnded()
    return findingOfError(store, error)
  }
}

const lossTexts: Readonly<Record<ContentLoss, string>> = {
  missing: 'not there',
  incomplete: 'not all there',
  unreadable: 'cannot be read from the disk',
}

async function findingOfError(store: BlobStore, error: unknown): Promise<FileFinding> {
  try {
    const loss = await contentLossOf(store, error)
    return loss === undefined ? { kind: 'unreadable', error } : { kind: 'damaged', damage: lossTexts[loss] }
  } catch (storeError) {
    return { kind: 'unreadable', error: storeError }
  }
}
