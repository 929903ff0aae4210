import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

export async function downloadLinks(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('download_link')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('folder_id', dialect.idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('link_token', 'text', (c) => c.notNull().unique())
    .addColumn('creation_date', 'text', (c) => c.notNull())
    .addColumn('expiration_date', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('password_salt', 'text')
    .addColumn('password_iterations', 'integer')
    .addColumn('sealed_master', 'text')
    .addColumn('wrapped_link_key', 'text')
    .addColumn('download_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('password_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_attempt_at', 'text')
    .execute()
  await db.schema.createIndex('download_link_folder').on('download_link').column('folder_id').execute()
  await db.schema.createIndex('download_link_expiry').on('download_link').column('expiration_date').execute()
  await db.schema
    .createTable('download_link_file')
    .addColumn('link_id', dialect.idType, (c) =>
      c.notNull().references('download_link.id').onDelete('cascade'),
    )
    .addColumn('file_id', dialect.idType, (c) => c.notNull().references('file.id').onDelete('cascade'))
    .addColumn('sealed_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('download_link_file_key', ['link_id', 'file_id'])
    .execute()
  // Deleting a file looks for its places in links.
  await db.schema.createIndex('download_link_file_file').on('download_link_file').column('file_id').execute()
}
