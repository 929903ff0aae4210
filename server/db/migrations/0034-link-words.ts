import type { Kysely } from 'kysely'

/** A download link may have a title and a message to its recipients. */
export async function linkWords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('download_link').addColumn('title', 'text').execute()
  await db.schema.alterTable('download_link').addColumn('message', 'text').execute()
}
