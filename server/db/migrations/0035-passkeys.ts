import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Private keys, sealed once more for the passkeys of their owners. */
export async function passkeys(db: Kysely<unknown>, { idType, idColumn, bytesType }: Dialect): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('credential_id', bytesType, (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('wrap', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkey_credential', ['user_id', 'credential_id'])
    .execute()
}
