import { type Kysely, sql } from 'kysely'

/** Keeps a running total of the bytes of a folder's files, so that the quota check of each part adds up no files. */
export async function keptBytes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('folder')
    // Sealed bytes of its files with their rows and answers; a running total, see `addToFolderTotals`.
    .addColumn('kept_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update folder set kept_bytes =
    coalesce((select sum(sealed_size + row_bytes) from file where file.folder_id = folder.id), 0)
    + coalesce((select sum(octet_length(answers)) from batch_answers where batch_answers.folder_id = folder.id), 0)`.execute(
    db,
  )
}
