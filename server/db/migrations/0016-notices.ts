import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What is told to whom when something arrives, and to which address. */
export async function notices(db: Kysely<unknown>, { idType, idColumn, bytesType }: Dialect): Promise<void> {
  await db.schema.alterTable('user').addColumn('email_confirmed_at', 'text').execute()
  await db.schema
    .alterTable('folder_member')
    .addColumn('notify_by_email', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('folder_member').addColumn('mailed_at', 'text').execute()
  await db.schema
    .createTable('email_code')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()

  const ofFolder = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
  await ofFolder('arriving_batch')
    .addColumn('batch_id', bytesType, (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'text', (c) => c.notNull())
    .addColumn('sender_email', 'text')
    .addColumn('has_ended', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('arriving_batch_key', ['folder_id', 'batch_id'])
    .execute()
  await db.schema.createIndex('arriving_batch_last').on('arriving_batch').column('last_at').execute()
  await db.schema
    .createTable('webhook')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('secret_made_at', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text')
    .addColumn('last_how', 'text')
    .addColumn('last_status', 'integer')
    .execute()
  await db.schema
    .createTable('notice')
    .addColumn('id', idType, idColumn)
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('user_id', idType, (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('link_id', idType)
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .addColumn('sender_email', 'text')
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('notice_due').on('notice').column('due_at').execute()
  await db.schema.createIndex('notice_folder').on('notice').columns(['folder_id', 'user_id']).execute()
}
