import { type Kysely, sql } from 'kysely'

/** Who runs the server: the administrator who was there first, until the command line says otherwise. */
export async function operator(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('is_operator', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update "user" set is_operator = 1 where id = (select min(id) from "user")`.execute(db)
}
