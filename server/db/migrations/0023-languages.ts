import type { Kysely } from 'kysely'

/** What mails to a user are written in. */
export async function languages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('language', 'text').execute()
}
