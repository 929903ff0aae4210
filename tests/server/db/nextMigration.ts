import { type Kysely, sql } from 'kysely'
import type { SchemaDialect } from '../../../server/db/dialect.ts'
import { type Migrations, migrations } from '../../../server/db/migrations/all.ts'
import type { Tables } from '../../../server/db/schema.ts'

export const nextMigration = '9000-next'

/** The program's steps, and one after them that makes a table, a column, an index and rows, and changes rows. */
export const withNextMigration = (dialect: SchemaDialect): Migrations => ({
  ...migrations(dialect),
  [nextMigration]: {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('label')
        .addColumn('folder_id', dialect.idType, (c) => c.primaryKey().references('folder.id'))
        .addColumn('text', 'text', (c) => c.notNull())
        .execute()
      await sql`insert into label (folder_id, text) select id, title from folder`.execute(db)
      await db.schema.createIndex('label_text').on('label').column('text').execute()
      await db.schema
        .alterTable('user')
        .addColumn('colour', 'text', (c) => c.notNull().defaultTo('none'))
        .execute()
      await sql`update "user" set colour = 'blue' where is_active = 1`.execute(db)
    },
  },
})

/** Names of the steps that were done, in their order. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Has the list say that these steps were done, and no others. */
export async function setAppliedMigrations(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const list = db.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
  await list.deleteFrom('kysely_migration').execute()
  await list
    .insertInto('kysely_migration')
    .values(names.map((name, i) => ({ name, timestamp: new Date(Date.UTC(2026, 0, 1) + i).toISOString() })))
    .execute()
}
