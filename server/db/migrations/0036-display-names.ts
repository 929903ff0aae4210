import type { Kysely } from 'kysely'

/** The name that people show to senders and recipients. */
export async function displayNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('display_name', 'text').execute()
}
