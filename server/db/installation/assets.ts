import type { Db } from '../schema.ts'

/** Records that a server with these files is running. @returns the elements of `names` that are not stored yet */
export async function renewAndListMissing(db: Db, names: readonly string[], now: string): Promise<string[]> {
  const stored = await db
    .updateTable('asset')
    .set({ last_run_at: now })
    .where('name', 'in', names)
    .returning('name')
    .execute()
  const storedNames = new Set(stored.map(({ name }) => name))
  return names.filter((name) => !storedNames.has(name))
}

/** Stores a file, unless another server has done so meanwhile: its name contains a hash of its content. */
export async function insertAsset(db: Db, name: string, bytes: Buffer, now: string): Promise<void> {
  await db
    .insertInto('asset')
    .values({ name, bytes, last_run_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** First of these files that is stored; undefined if none is. */
export async function findFirstAsset(db: Db, names: readonly string[]) {
  const stored = await db.selectFrom('asset').select('name').where('name', 'in', names).execute()
  const name = names.find((one) => stored.some((row) => row.name === one))
  if (name === undefined) return undefined
  return db.selectFrom('asset').select(['name', 'bytes']).where('name', '=', name).executeTakeFirst()
}
