import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Second factor, the ticket between the two steps of a login, and earlier key pairs. */
export async function accounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('user').addColumn('totp_secret', 'text').execute()
  await db.schema
    .alterTable('user')
    .addColumn('is_2fa_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('user').addColumn('totp_last_step', 'integer').execute()
  await db.schema
    .createTable('login_ticket')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', dialect.idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('login_ticket_user').on('login_ticket').column('user_id').execute()
  await db.schema
    .createTable('former_key_pair')
    .addColumn('id', dialect.idType, dialect.idColumn)
    .addColumn('user_id', dialect.idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addColumn('encrypted_private_key', 'text', (c) => c.notNull())
    .addColumn('kdf_salt', 'text', (c) => c.notNull())
    .addColumn('kdf_iterations', 'integer')
    .addColumn('replaced_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('former_key_pair_replaced')
    .on('former_key_pair')
    .column('replaced_at')
    .execute()
}
