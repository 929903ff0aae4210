import type { Kysely } from 'kysely'

/** Folders that hold what was sent, besides those that request files. */
export async function addFolderKind(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('folder')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('request'))
    .execute()
}
