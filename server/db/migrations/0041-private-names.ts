import type { Kysely } from 'kysely'

/** Folders whose senders do not tell the names of files. */
export async function privateNames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('folder')
    // 1 where senders are asked to send placeholders for names, paths and hashes (FORMAT.md, 21).
    .addColumn('private_names', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
