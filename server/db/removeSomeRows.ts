import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Maximum number of rows that one statement removes: SQLite blocks the process meanwhile. */
export const rowsPerRemoval = 1000

/** Removes at most `limit` rows of a table whose key has the columns `key`. @returns their number */
export async function removeSomeRows(
  db: Db,
  table: string,
  key: readonly string[],
  condition: RawBuilder<unknown>,
  limit = rowsPerRemoval,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where ${condition} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
