import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Gates of upload links: what browsers have passed, and the codes they are to type. */
export async function gates(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('gate_pass')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('folder_id', dialect.idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('password_mark', 'text')
    .addColumn('password_until', 'text')
    .addColumn('email', 'text')
    .addColumn('email_until', 'text')
    .execute()
  await db.schema.createIndex('gate_pass_folder').on('gate_pass').column('folder_id').execute()
  await db.schema
    .createTable('upload_code')
    .addColumn('folder_id', dialect.idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('address_mark', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_code_key', ['folder_id', 'address_mark'])
    .execute()
  await db.schema
    .createTable('code_request')
    .addColumn('address_mark', 'text', (c) => c.primaryKey())
    .addColumn('times', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.alterTable('upload').addColumn('uploader_email', 'text').execute()
}
