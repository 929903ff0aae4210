import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What senders are asked for, and what they answered. */
export async function senderFields(db: Kysely<unknown>, { idType, bytesType }: Dialect): Promise<void> {
  await db.schema.alterTable('folder').addColumn('sender_fields', 'text').execute()
  await db.schema.alterTable('file').addColumn('batch_id', bytesType).execute()
  await db.schema.createIndex('file_batch').on('file').columns(['folder_id', 'batch_id']).execute()
  await db.schema
    .createTable('batch_answers')
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('batch_id', bytesType, (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_answers_key', ['folder_id', 'batch_id'])
    .execute()
}
