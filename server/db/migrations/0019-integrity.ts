import type { Kysely } from 'kysely'

/** What the bytes of a file have to be, and when they were found to be others. */
export async function integrity(db: Kysely<unknown>): Promise<void> {
  for (const column of ['sealed_sha256', 'hashed_at', 'damaged_at']) {
    await db.schema.alterTable('file').addColumn(column, 'text').execute()
  }
  await db.schema
    .createIndex('file_unhashed')
    .on('file')
    .column('id')
    .where('sealed_sha256' as never, 'is', null)
    .execute()
  await db.schema
    .createIndex('file_damaged')
    .on('file')
    .column('id')
    .where('damaged_at' as never, 'is not', null)
    .execute()
}
