import type { Kysely } from 'kysely'

/** The history is read in the order of what happened, which is not always that in which it was written. */
export async function auditOrder(db: Kysely<unknown>): Promise<void> {
  // Arrival of the first request that is not in the audit trail yet; null if all are.
  await db.schema.alterTable('arriving_batch').addColumn('rest_began_at', 'text').execute()
  for (const place of ['account', 'folder']) {
    const index = `audit_event_${place}`
    await db.schema.dropIndex(index).execute()
    await db.schema
      .createIndex(index)
      .on('audit_event')
      .columns([`${place}_id`, 'at', 'id'])
      .execute()
  }
}
