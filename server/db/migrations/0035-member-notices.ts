import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Mails to added people. Folder and adder are no foreign keys, as mails count also when these are deleted. */
export async function memberNotices(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  // A mail to a person about being added to a folder; kept after it was sent, as there is one a day.
  await db.schema
    .createTable('member_notice')
    // Id of a folder that may be deleted: the row still counts for the limits of mails, until it expires.
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    // Id of the user who added them, whose account may be deleted.
    .addColumn('added_by', idType, (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    // Time before which no server claims it, as in `notice`; null once it was sent or given up.
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
