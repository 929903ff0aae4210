import { executeHasChanged, findsRow } from '../rowCounts.ts'
import { slicesOf } from '../slicesOf.ts'
import type { Db } from '../schema.ts'

const keysPerInsert = 1000

/** Records a key before its first byte is written, so that a crash leaves no unknown bytes. */
export async function stageBlob(db: Db, blobKey: string, now: string): Promise<void> {
  await db.insertInto('staged').values({ blob_key: blobKey, renewed_at: now }).execute()
}

/** Records that bytes are still being received for these keys. */
export async function renewStaged(db: Db, blobKeys: readonly string[], now: string): Promise<void> {
  await db.updateTable('staged').set({ renewed_at: now }).where('blob_key', 'in', blobKeys).execute()
}

/** Removes a staged key whose bytes now belong to files. False if the sweep came first: the bytes are removed then. */
export const unstageBlob = (db: Db, blobKey: string): Promise<boolean> =>
  executeHasChanged(db.deleteFrom('staged').where('blob_key', '=', blobKey))

/** True if the key is still staged, so no file uses it. */
export const isStaged = (db: Db, blobKey: string): Promise<boolean> =>
  findsRow(db.selectFrom('staged').select('blob_key').where('blob_key', '=', blobKey))

/** Moves staged keys that were last renewed before `renewedBefore` to the garbage. Run it in a transaction. */
export async function discardExpiredStaged(db: Db, renewedBefore: string, now: string): Promise<number> {
  const rows = await db
    .deleteFrom('staged')
    .where('renewed_at', '<', renewedBefore)
    .returning('blob_key')
    .execute()
  const keys = rows.map((row) => row.blob_key)
  await addGarbage(db, keys, now)
  return rows.length
}

/** Adds keys to the garbage; those that are in it already stay as they are. */
export async function addGarbage(db: Db, blobKeys: readonly string[], now: string): Promise<void> {
  for (const slice of slicesOf(blobKeys, keysPerInsert)) {
    await db
      .insertInto('garbage')
      .values(slice.map((blob_key) => ({ blob_key, created_at: now })))
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute()
  }
}

/** Next keys behind `after`, ascending; '' is before all of them. */
export async function listGarbageKeys(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('garbage')
    .select('blob_key')
    .where('blob_key', '>', after)
    .orderBy('blob_key')
    .limit(limit)
    .execute()
  return rows.map((row) => row.blob_key)
}

export async function deleteGarbage(db: Db, blobKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('garbage').where('blob_key', 'in', blobKeys).execute()
}
