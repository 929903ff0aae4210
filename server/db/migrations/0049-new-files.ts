import type { Kysely } from 'kysely'

/** New files of a folder are read by themselves, the newest first: the condition is that of `onlyNewFiles`. */
export async function indexNewFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('file_new')
    .on('file')
    .columns(['folder_id', 'id'])
    .where('last_downloaded_admin' as never, 'is', null)
    .where('sent_by' as never, 'is', null)
    .where('trashed_at' as never, 'is', null)
    .execute()
}
