import { changesRows, findsRow } from './rowCounts.ts'
import { chunks } from './chunks.ts'
import type { Db } from './schema.ts'

const keysPerInsert = 1000

/** Names a key before its first byte is written, so that a crash leaves nothing unknown. */
export async function stageBlob(db: Db, blobKey: string, now: string): Promise<void> {
  await db.insertInto('staged').values({ blob_key: blobKey, renewed_at: now }).execute()
}

/** Somebody still brings bytes under these keys. */
export async function renewStaged(db: Db, blobKeys: readonly string[], now: string): Promise<void> {
  await db.updateTable('staged').set({ renewed_at: now }).where('blob_key', 'in', blobKeys).execute()
}

/** The bytes under the key have found their files. False when the sweep was faster: then there are no bytes. */
export const unstageBlob = (db: Db, blobKey: string): Promise<boolean> =>
  changesRows(db.deleteFrom('staged').where('blob_key', '=', blobKey))

/** Whether the key is still without files. */
export const isStaged = (db: Db, blobKey: string): Promise<boolean> =>
  findsRow(db.selectFrom('staged').select('blob_key').where('blob_key', '=', blobKey))

/** Turns staged keys that were last renewed before `renewedBefore` into garbage; to be run in a transaction. */
export async function discardStaged(db: Db, renewedBefore: string, now: string): Promise<number> {
  const rows = await db
    .deleteFrom('staged')
    .where('renewed_at', '<', renewedBefore)
    .returning('blob_key')
    .execute()
  await addGarbage(
    db,
    rows.map((row) => row.blob_key),
    now,
  )
  return rows.length
}

/** Keys that are there already stay as they are. */
export async function addGarbage(db: Db, blobKeys: readonly string[], now: string): Promise<void> {
  for (const some of chunks(blobKeys, keysPerInsert)) {
    await db
      .insertInto('garbage')
      .values(some.map((blob_key) => ({ blob_key, created_at: now })))
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute()
  }
}

/** The next keys behind `after`, ascending; '' is before all of them. */
export async function nextGarbage(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('garbage')
    .select('blob_key')
    .where('blob_key', '>', after)
    .orderBy('blob_key')
    .limit(limit)
    .execute()
  return rows.map((row) => row.blob_key)
}

export async function forgetGarbage(db: Db, blobKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('garbage').where('blob_key', 'in', blobKeys).execute()
}
