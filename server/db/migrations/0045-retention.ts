import type { Kysely } from 'kysely'

/** Files are deleted by themselves some days after they arrive, see [Note: Retention]. */
export async function addRetention(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('folder').addColumn('retention_days', 'integer').execute()
  // Files that are deleted until then were announced to the owners by mail.
  await db.schema.alterTable('folder').addColumn('expiry_mailed_until', 'text').execute()
  // Time at which it is deleted; null if it stays.
  await db.schema.alterTable('file').addColumn('expires_at', 'text').execute()
  await db.schema
    .createIndex('file_expires_at')
    .on('file')
    .columns(['expires_at'])
    .where('expires_at', 'is not', null)
    .execute()
  for (const name of ['default_retention_days', 'max_retention_days'])
    await db.schema.alterTable('operator_rules').addColumn(name, 'integer').execute()
}
