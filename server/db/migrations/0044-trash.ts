import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Deleted files and folders are kept for a while, see [Note: Trash]. */
export async function addTrash(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  for (const table of ['file', 'folder'])
    // Time of its deletion; null if it is not in the trash.
    await db.schema.alterTable(table).addColumn('trashed_at', 'text').execute()
  for (const [name, table, columns] of [
    ['folder_trashed_at', 'folder', ['trashed_at']],
    ['file_trashed_at', 'file', ['trashed_at']],
    ['file_trashed_in_folder', 'file', ['folder_id', 'id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .where('trashed_at', 'is not', null)
      .execute()
  // Row of `folder_member` of a folder in the trash.
  await db.schema
    .createTable('trashed_member')
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('notify_by_email', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('mailed_at', 'text')
    .addPrimaryKeyConstraint('trashed_member_key', ['folder_id', 'user_id'])
    .execute()
  await db.schema.createIndex('trashed_member_user').on('trashed_member').column('user_id').execute()
}
