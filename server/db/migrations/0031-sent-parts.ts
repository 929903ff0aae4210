import type { Kysely } from 'kysely'

/** Parts of an upload are counted besides their bytes, since small ones cost as much work. */
export async function sentParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('upload')
    // Number of parts begun, including repeats and interrupted ones.
    .addColumn('sent_parts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
