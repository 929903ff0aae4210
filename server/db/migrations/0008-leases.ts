import type { Kysely } from 'kysely'

/** Whoever brings bytes says so again and again: where one of several servers has died, the others see that. */
export async function leases(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('staged').renameColumn('created_at', 'renewed_at').execute()
}
