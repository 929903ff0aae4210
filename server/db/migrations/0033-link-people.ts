import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** A download link may be for named people, who confirm their e-mail address by a code. */
export async function linkPeople(db: Kysely<unknown>, { idType }: Dialect): Promise<void> {
  await db.schema
    .alterTable('download_link')
    .addColumn('requires_email', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('link_person')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mailbox', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'text')
    .addPrimaryKeyConstraint('link_person_key', ['link_id', 'email'])
    .execute()
  await db.schema
    .createTable('link_pass')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('link_id', idType, (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'link_pass_of_person',
      ['link_id', 'email'],
      'link_person',
      ['link_id', 'email'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('link_pass_person').on('link_pass').columns(['link_id', 'email']).execute()
}
