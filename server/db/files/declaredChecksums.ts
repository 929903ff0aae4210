import type { Db } from '../schema.ts'

/** Records the XXH64 that a sender declares for a part, and replaces an earlier one. */
export async function recordDeclaredChecksum(
  db: Db,
  blob_key: string,
  part: number,
  xxh64: string,
): Promise<void> {
  await db
    .insertInto('stated_checksum')
    .values({ blob_key, part, xxh64 })
    .onConflict((conflict) => conflict.columns(['blob_key', 'part']).doUpdateSet({ xxh64 }))
    .execute()
}

/** Declared checksums of an object by part. */
export async function findDeclaredChecksums(db: Db, blobKey: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('stated_checksum')
    .select(['part', 'xxh64'])
    .where('blob_key', '=', blobKey)
    .execute()
  return new Map(rows.map(({ part, xxh64 }) => [part, xxh64]))
}

export async function moveDeclaredChecksums(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('stated_checksum').set({ blob_key: to }).where('blob_key', '=', from).execute()
}

export async function deleteDeclaredChecksums(db: Db, blobKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('stated_checksum').where('blob_key', 'in', blobKeys).execute()
}
