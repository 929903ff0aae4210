import { type Kysely, sql } from 'kysely'

/** What bounds uploads in parts. Those of before count as begun, and as sent whole. */
export async function limits(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('upload').addColumn('first_part_at', 'text').execute()
  await db.schema
    .alterTable('upload')
    .addColumn('sent_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('upload').addColumn('visitor_mark', 'text').execute()
  // Guesses are counted by visitor and link, with the other counts.
  await db.schema.alterTable('download_link').dropColumn('password_attempts').execute()
  await db.schema.alterTable('download_link').dropColumn('last_attempt_at').execute()
  // A list alone was a gate, and is none any more: no upgrade opens one.
  await sql`update folder set require_email_verification = 1 where allowed_emails is not null`.execute(db)
  await sql`update upload set first_part_at = last_part_at, sent_bytes = size`.execute(db)
}
