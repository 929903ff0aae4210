import type { Kysely } from 'kysely'

/** Columns and names of `rate_limit` are those that rate-limiter-flexible writes, on either database. */
export async function operations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
  await db.schema.createIndex('rate_limit_expire').on('rate_limit').column('expire').execute()
  // What a folder holds is summed for every request that brings bytes: from the index alone, without its rows.
  await db.schema.createIndex('file_sealed_size').on('file').columns(['folder_id', 'sealed_size']).execute()
  await db.schema
    .createIndex('upload_running')
    .on('upload')
    .columns(['folder_id', 'confirmed_at', 'size'])
    .execute()
}
