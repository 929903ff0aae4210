import type { Kysely } from 'kysely'

/** Events of one kind are read without the others, and deleted folders in the order of their deletion. */
export async function auditKinds(db: Kysely<unknown>): Promise<void> {
  for (const place of ['account', 'folder']) {
    await db.schema
      .createIndex(`audit_event_${place}_kind`)
      .on('audit_event')
      .columns([`${place}_id`, 'kind', 'at', 'id'])
      .execute()
  }
  await db.schema
    .createIndex('deleted_folder_owner_deleted')
    .on('deleted_folder_owner')
    .columns(['user_id', 'deleted_at', 'folder_id'])
    .execute()
}
