import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Who users are at a provider that opens sessions, and passwords that open the key alone. */
export async function singleSignOn(db: Kysely<unknown>, { idType, bytesType }: Dialect): Promise<void> {
  await db.schema
    .createTable('oidc_identity')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('issuer', bytesType, (c) => c.notNull())
    .addColumn('sub', bytesType, (c) => c.notNull())
    .addColumn('linked_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('oidc_identity_person', ['issuer', 'sub'])
    .execute()
  await db.schema
    .alterTable('user')
    .addColumn('password_kind', 'text', (c) => c.notNull().defaultTo('login'))
    .execute()
}
