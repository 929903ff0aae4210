import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Tokens with which scripts call in somebody's name. */
export async function apiTokens(
  db: Kysely<unknown>,
  { idColumn, idType, bytesType }: Dialect,
): Promise<void> {
  await db.schema
    .createTable('api_token')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', bytesType, (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('api_token_user').on('api_token').column('user_id').execute()
}
