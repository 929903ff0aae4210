import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Mails to added people. Folder and adder are no foreign keys, as mails count also when these are deleted. */
export async function memberNotices(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('member_notice')
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('added_by', idType, (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text')
    .addPrimaryKeyConstraint('member_notice_key', ['folder_id', 'user_id'])
    .execute()
  await db.schema.createIndex('member_notice_due').on('member_notice').column('due_at').execute()
  await db.schema
    .createIndex('member_notice_user')
    .on('member_notice')
    .columns(['user_id', 'made_at'])
    .execute()
}
