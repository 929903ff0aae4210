import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What happened, by whom and from where. No row refers to another: a folder that goes leaves its history. */
export async function audit(
  db: Kysely<unknown>,
  { idType, idColumn, keepRows }: Pick<Dialect, 'idType' | 'idColumn' | 'keepRows'>,
): Promise<void> {
  await db.schema
    .createTable('audit_event')
    .addColumn('id', idType, idColumn)
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('actor_id', idType)
    .addColumn('actor', 'text')
    .addColumn('api_token', 'text')
    .addColumn('address', 'text')
    .addColumn('account_id', idType)
    .addColumn('folder_id', idType)
    .addColumn('folder', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_event_account').on('audit_event').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('audit_event_folder').on('audit_event').columns(['folder_id', 'id']).execute()
  await db.schema.createIndex('audit_event_at').on('audit_event').column('at').execute()
  for (const statement of keepRows('audit_event')) await statement.execute(db)

  await db.schema
    .createTable('deleted_folder_owner')
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_folder_owner_key', ['user_id', 'folder_id'])
    .execute()

  const addToBatch = (column: string, type: typeof idType | 'text') =>
    db.schema.alterTable('arriving_batch').addColumn(column, type)
  await addToBatch('sender_address', 'text').execute()
  await addToBatch('sender_id', idType).execute()
  for (const heard of ['heard_files', 'heard_bytes', 'heard_refused']) {
    await db.schema
      .alterTable('arriving_batch')
      .addColumn(heard, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
