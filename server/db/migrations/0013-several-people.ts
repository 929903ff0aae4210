import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Who may open a folder stands in one table for all folders: a folder of one person has one row, its owner. What
 * folders of several people have besides is in tables of their own.
 */
export async function severalPeople(db: Kysely<unknown>, { idType, bytesType }: Dialect): Promise<void> {
  await db.schema
    .createTable('folder_member')
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_member_key', ['folder_id', 'user_id'])
    .execute()
  await db.schema.createIndex('folder_member_user').on('folder_member').column('user_id').execute()
  await sql`insert into folder_member (folder_id, user_id, role, since)
    select id, owner_id, 'owner', creation_date from folder`.execute(db)

  await db.schema
    .alterTable('download_link')
    .addColumn('creator_id', idType, (c) => c.references('user.id'))
    .execute()
  await sql`update download_link
    set creator_id = (select owner_id from folder where folder.id = download_link.folder_id)`.execute(db)
  await db.schema.dropIndex('folder_owner').execute()
  await db.schema.alterTable('folder').dropColumn('owner_id').execute()

  const ofFolder = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
  await db.schema
    .createTable('shared_folder')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    .addColumn('fid', 'text', (c) => c.notNull().unique())
    .execute()
  await ofFolder('roster_statement')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_statement_key', ['folder_id', 'seq'])
    .execute()
  await ofFolder('roster_key')
    .addColumn('fingerprint', bytesType, (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_key_key', ['folder_id', 'fingerprint'])
    .execute()
  await ofFolder('folder_generation')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addColumn('sealed_private', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_generation_key', ['folder_id', 'gen'])
    .execute()
  await ofFolder('folder_grant')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_grant_key', ['folder_id', 'gen', 'user_id'])
    .execute()
  await ofFolder('leave_notice')
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('leave_notice_key', ['folder_id', 'user_id'])
    .execute()
  await ofFolder('replaced_upload_link')
    .addColumn('link_token', 'text', (c) => c.primaryKey())
    .addColumn('replaced_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('contacts')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute()

  await db.schema.alterTable('file').addColumn('copied_from', idType).execute()
  await db.schema.alterTable('file').addColumn('copy_id', 'text').execute()
  // What a repeat of a copying must not make again; of uploads both are null.
  await db.schema
    .createIndex('file_copy')
    .on('file')
    .columns(['folder_id', 'copy_id', 'copied_from'])
    .unique()
    .execute()
}
