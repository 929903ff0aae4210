import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What an object store does not remember for us. */
export async function objectStore(db: Kysely<unknown>, { bytesType }: Dialect): Promise<void> {
  await db.schema
    .createTable('parts_upload')
    .addColumn('blob_key', bytesType, (c) => c.primaryKey())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('stored_hash')
    .addColumn('blob_key', bytesType, (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('etag', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_hash_key', ['blob_key', 'part', 'etag'])
    .execute()
}
