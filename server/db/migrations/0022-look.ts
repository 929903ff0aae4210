import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** How the operator has the server look. */
export async function look(db: Kysely<unknown>, { binaryType }: Dialect): Promise<void> {
  await db.schema
    .createTable('look')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .addColumn('accent', 'text')
    .addColumn('greeting', 'text')
    .addColumn('imprint_url', 'text')
    .addColumn('privacy_url', 'text')
    .addColumn('support', 'text')
    .addColumn('logo', binaryType)
    .addColumn('logo_hash', 'text')
    .addColumn('logo_width', 'integer')
    .addColumn('logo_height', 'integer')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
}
