import type { Kysely } from 'kysely'

/** Altered parts of an upload are dropped a few times only, as each time all others are copied. */
export async function partDrops(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('upload')
    // Times that altered parts were dropped.
    .addColumn('part_drops', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
