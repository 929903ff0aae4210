import type { Kysely } from 'kysely'

/** Lists over all folders of a person follow `folder_id`, page by page, without sorting what all pages have. */
export async function indexFoldersOfMember(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('folder_member_user').execute()
  await db.schema
    .createIndex('folder_member_user')
    .unique()
    .on('folder_member')
    .columns(['user_id', 'folder_id'])
    .execute()
}
