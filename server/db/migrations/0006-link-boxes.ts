import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { tokenHash } from '../../security/tokens.ts'

const rowsPerInsert = 10_000

/**
 * What the maker of a link seals for themselves takes the place of a key that was bound to nothing. Links made before
 * keep working for recipients.
 */
export async function linkBoxes(db: Kysely<Links>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('download_link').dropColumn('wrapped_link_key').execute()
  await db.schema
    .createTable('link_box')
    .addColumn('link_id', dialect.idType, (c) =>
      c.primaryKey().references('download_link.id').onDelete('cascade'),
    )
    .addColumn('sealed_link', 'text', (c) => c.notNull())
    .addColumn('file_commitments', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('used_link_token')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .execute()
  const links = await db.selectFrom('download_link').select('link_token').execute()
  const used = links.map(({ link_token }) => ({ token_hash: tokenHash(link_token) }))
  for (let from = 0; from < used.length; from += rowsPerInsert) {
    await db
      .insertInto('used_link_token')
      .values(used.slice(from, from + rowsPerInsert))
      .execute()
  }
}

interface Links {
  download_link: { link_token: string }
  used_link_token: { token_hash: string }
}
