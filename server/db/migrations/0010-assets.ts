import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Parts of the pages of every build that ran lately: servers of two builds stand side by side during an upgrade. */
export async function assets(db: Kysely<unknown>, { binaryType }: Dialect): Promise<void> {
  await db.schema
    .createTable('asset')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('bytes', binaryType, (c) => c.notNull())
    .addColumn('last_run_at', 'text', (c) => c.notNull())
    .execute()
}
