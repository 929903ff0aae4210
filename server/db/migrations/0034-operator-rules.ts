import type { Kysely } from 'kysely'

/** Operators set rules for folders and download links. */
export async function operatorRules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operator_rules')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('require_link_password', 'integer', (c) => c.notNull())
    .addColumn('max_link_days', 'integer')
    .addColumn('require_named_people', 'integer', (c) => c.notNull())
    .addColumn('max_link_uses', 'integer')
    .addColumn('require_upload_gate', 'integer', (c) => c.notNull())
    .addColumn('email_domains', 'text')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
}
