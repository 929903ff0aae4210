import { type Kysely, sql } from 'kysely'
import { createHash } from 'node:crypto'

const rowsPerQuery = 500

/** PostgreSQL cannot index long keys: they become hashes, as those of later files (`listedKey`). */
export async function longListedKeys(db: Kysely<unknown>): Promise<void> {
  const files = db.$extendTables<{ file: { id: number; listed_key: string } }>()
  for (let after = 0; ;) {
    const rows = await files
      .selectFrom('file')
      .select(['id', 'listed_key'])
      .where('id', '>', after)
      // Databases count characters, of which some are two units of a string.
      .where(sql<number>`length(listed_key)`, '>', 256)
      .orderBy('id')
      .limit(rowsPerQuery)
      .execute()
    for (const { id, listed_key } of rows.filter((row) => row.listed_key.length > 512)) {
      const hashed = `/${createHash('sha256').update(listed_key).digest('base64url')}`
      await files.updateTable('file').set({ listed_key: hashed }).where('id', '=', id).execute()
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
