import type { Kysely } from 'kysely'

/** The private key once more, sealed for a code that its owner keeps on paper. */
export async function recoveryCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('recovery_box', 'text').execute()
  await db.schema.alterTable('user').addColumn('recovery_box_made_at', 'text').execute()
}
