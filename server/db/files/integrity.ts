import { slicesOf } from '../slicesOf.ts'
import type { Db, FileRow } from '../schema.ts'

/** Columns of a file that are needed to verify its bytes. */
export type ComparedFile = Pick<FileRow, (typeof comparedColumns)[number]>

export const comparedColumns = [
  ...(['id', 'folder_id', 'original_filename', 'blob_key'] as const),
  ...(['sealed_size', 'sealed_sha256', 'damaged_at'] as const),
] as const

/** Next files by id, starting behind `id`; 0 is before all of them. */
export const listComparedFiles = (db: Db, id: number, limit: number): Promise<ComparedFile[]> =>
  db.selectFrom('file').select(comparedColumns).where('id', '>', id).orderBy('id').limit(limit).execute()

/** Same as `listComparedFiles` for files that were never hashed. Damaged ones are left to the nightly scrub. */
export const listUnhashedFiles = (db: Db, id: number, limit: number): Promise<ComparedFile[]> =>
  db
    .selectFrom('file')
    .select(comparedColumns)
    .where('sealed_sha256', 'is', null)
    .where('damaged_at', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()

export const listDamagedFiles = (db: Db): Promise<ComparedFile[]> =>
  db.selectFrom('file').select(comparedColumns).where('damaged_at', 'is not', null).orderBy('id').execute()

/** Stores the hash of bytes that were read from the store, unless there is one already. */
export async function setSealedHash(db: Db, id: number, sha256: string, now: string): Promise<void> {
  await db
    .updateTable('file')
    .set({ sealed_sha256: sha256, hashed_at: now })
    .where('id', '=', id)
    .where('sealed_sha256', 'is', null)
    .execute()
}

/** @param damagedAt null if it is intact again */
export async function markDamaged(db: Db, id: number, damagedAt: string | null): Promise<void> {
  await db.updateTable('file').set({ damaged_at: damagedAt }).where('id', '=', id).execute()
}

const keysPerStatement = 500

/**
 * Returns the elements of `keys` that a row refers to, by the key itself or by the key of its group; see
 * [Note: How bytes come and go]. The tables are read in the order of that life cycle, so that a key that moves from one
 * to the next meanwhile is found in one of them.
 */
export async function referencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const referenced = new Set<string>()
  for (const slice of slicesOf(keys, keysPerStatement)) {
    const candidates = [...new Set(slice.flatMap((key) => [key, unitKeyOf(key)]))]
    const found = new Set<string>()
    const uploads = db.selectFrom('upload').select('blob_key').where('confirmed_at', 'is', null)
    for (const { blob_key } of await uploads.where('blob_key', 'in', candidates).execute())
      found.add(blob_key)
    for (const table of ['staged', 'file', 'garbage'] as const) {
      const rows = await db.selectFrom(table).select('blob_key').where('blob_key', 'in', candidates).execute()
      for (const { blob_key } of rows) found.add(blob_key)
    }
    for (const key of slice) if (found.has(key) || found.has(unitKeyOf(key))) referenced.add(key)
  }
  return referenced
}

/** Key of the group that an object belongs to, or of an object that came in parts: see `isBlobKey`. */
export const unitKeyOf = (blobKey: string): string => blobKey.slice(0, 32)
