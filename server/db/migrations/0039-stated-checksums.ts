import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** What senders state of parts that they send straight to the store, until these are read back. */
export async function statedChecksums(
  db: Kysely<unknown>,
  { bytewiseTextType }: SchemaDialect,
): Promise<void> {
  await db.schema
    .createTable('stated_checksum')
    .addColumn('blob_key', bytewiseTextType, (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('xxh64', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('stated_checksum_key', ['blob_key', 'part'])
    .execute()
}
