import type { Kysely } from 'kysely'

/** Owners are reminded of folders and download links that end, see [Note: Reminders]. */
export async function addReminders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('wants_reminders', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  for (const table of ['folder', 'download_link'])
    await db.schema.alterTable(table).addColumn('reminded_at', 'text').execute()
  await db.schema
    .createIndex('folder_expiry')
    .on('folder')
    .columns(['expiration_date'])
    .where('expiration_date', 'is not', null)
    .execute()
}
