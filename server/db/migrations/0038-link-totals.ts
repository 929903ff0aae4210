import { type Kysely, sql } from 'kysely'

/** Marks links that have ended, whose rows go in steps, and keeps the numbers of a link's files and people with it. */
export async function linkTotals(db: Kysely<unknown>): Promise<void> {
  // Time at which it was deleted, see [Note: Links that have ended]; null until then.
  await db.schema.alterTable('download_link').addColumn('ended_at', 'text').execute()
  // Numbers of its rows in `download_link_file` and `link_person`; not kept once it has ended.
  for (const name of ['file_count', 'people_count'])
    await db.schema
      .alterTable('download_link')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await sql`update download_link set
    file_count = (select count(*) from download_link_file where link_id = download_link.id),
    people_count = (select count(*) from link_person where link_id = download_link.id)`.execute(db)
  await db.schema
    .createIndex('download_link_creator')
    .on('download_link')
    .columns(['creator_id', 'folder_id', 'ended_at', 'file_count', 'people_count'])
    .execute()
  await sql`create index download_link_ended on download_link (ended_at) where ended_at is not null`.execute(
    db,
  )
}
