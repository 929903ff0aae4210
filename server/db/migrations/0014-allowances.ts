import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** How often a download link may be used, and how much a folder, or all of an account's, may take. */
export async function allowances(db: Kysely<unknown>, { idType, bytesType }: Dialect): Promise<void> {
  await db.schema.alterTable('download_link').addColumn('max_downloads', 'integer').execute()
  await db.schema
    .alterTable('download_link')
    .addColumn('used_downloads', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('link_use')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('visitor_hash', bytesType, (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_use_key', ['link_id', 'visitor_hash'])
    .execute()
  await db.schema.alterTable('folder').addColumn('quota_bytes', 'bigint').execute()
  await db.schema
    .createTable('account_quota')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('bytes', 'bigint')
    .execute()
}
