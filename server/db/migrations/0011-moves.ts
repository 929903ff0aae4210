import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What a move has brought, and how long the pieces are whose hashes it compares. */
export async function moves(db: Kysely<unknown>, { bytesType }: Dialect): Promise<void> {
  await db.schema
    .alterTable('stored_hash')
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('moved_object')
    .addColumn('blob_key', bytesType, (c) => c.primaryKey())
    .addColumn('is_done', 'integer', (c) => c.notNull())
    .execute()
}
