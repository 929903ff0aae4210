import type { Kysely } from 'kysely'

/** Mails lead to where their addressees use the server, if it is not told its own address. */
export async function addLastOrigin(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('last_origin', 'text').execute()
}
