import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Named people of download links, rules of the operator, passkeys and display names. */
export async function sharing(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await linkPeople(db, dialect)
  await operatorRules(db)
  await passkeys(db, dialect)
  await displayNames(db)
}

/** A download link may be for named people, who confirm their e-mail address by a code. */
async function linkPeople(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  await db.schema
    .alterTable('download_link')
    .addColumn('requires_email', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('link_person')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mailbox', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'text')
    .addPrimaryKeyConstraint('link_person_key', ['link_id', 'email'])
    .execute()
  await db.schema
    .createTable('link_pass')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('link_id', idType, (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'link_pass_of_person',
      ['link_id', 'email'],
      'link_person',
      ['link_id', 'email'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('link_pass_person').on('link_pass').columns(['link_id', 'email']).execute()
}

async function operatorRules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operator_rules')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('require_link_password', 'integer', (c) => c.notNull())
    .addColumn('max_link_days', 'integer')
    .addColumn('require_named_people', 'integer', (c) => c.notNull())
    .addColumn('max_link_uses', 'integer')
    .addColumn('require_upload_gate', 'integer', (c) => c.notNull())
    .addColumn('email_domains', 'text')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
}

/** Private keys, sealed once more for the passkeys of their owners. */
async function passkeys(db: Kysely<unknown>, { idType, idColumn, bytewiseTextType }: SchemaDialect) {
  await db.schema
    .createTable('passkey')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('credential_id', bytewiseTextType, (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('wrap', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkey_credential', ['user_id', 'credential_id'])
    .execute()
}

/** The name that people show to senders and recipients. */
async function displayNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('display_name', 'text').execute()
}
