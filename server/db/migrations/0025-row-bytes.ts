import { type Kysely, sql } from 'kysely'

/**
 * The row of a file counts towards quotas, too: summed from the index alone, as the sealed bytes are. Another index is for
 * reading the files of a folder page by page, in the order of their ids.
 */
export async function rowBytes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('file')
    // Bytes that quotas count for the row itself, see `rowBytesOf`.
    .addColumn('row_bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update file set row_bytes = 1024 + octet_length(original_filename) + octet_length(directory)
    + coalesce(octet_length(manifest), 0)`.execute(db)
  await db.schema.dropIndex('file_sealed_size').execute()
  await db.schema
    .createIndex('file_counted')
    .on('file')
    .columns(['folder_id', 'sealed_size', 'row_bytes'])
    .execute()
  await db.schema.createIndex('file_in_folder').on('file').columns(['folder_id', 'id']).execute()
}
