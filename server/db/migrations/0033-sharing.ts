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
    // True if it is for the people in `link_person` alone.
    .addColumn('requires_email', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('link_person')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    // Address in its normal form, see `normalizeEmail`.
    .addColumn('email', 'text', (c) => c.notNull())
    // Address for mails, as the owner typed it.
    .addColumn('mailbox', 'text', (c) => c.notNull())
    // Time at which they last entered a code; null if they never did.
    .addColumn('opened_at', 'text')
    .addPrimaryKeyConstraint('link_person_key', ['link_id', 'email'])
    .execute()
  // A browser whose visitor has proved an address of a download link. Deleted with the person.
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
  // Rules of the operator: a single row, or none if none was ever set.
  await db.schema
    .createTable('operator_rules')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('require_link_password', 'integer', (c) => c.notNull())
    .addColumn('max_link_days', 'integer')
    .addColumn('require_named_people', 'integer', (c) => c.notNull())
    .addColumn('max_link_uses', 'integer')
    .addColumn('require_upload_gate', 'integer', (c) => c.notNull())
    // JSON list; null for all domains.
    .addColumn('email_domains', 'text')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
}

/** Passkeys that open the private key in force. They are deleted when another key comes into force. */
async function passkeys(db: Kysely<unknown>, { idType, idColumn, bytewiseTextType }: SchemaDialect) {
  await db.schema
    .createTable('passkey')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    // Base64url.
    .addColumn('credential_id', bytewiseTextType, (c) => c.notNull())
    // Host that it was made at.
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    // Private key in force, sealed for what the authenticator derives; base64.
    .addColumn('wrap', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    // When the wrap was last given.
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkey_credential', ['user_id', 'credential_id'])
    .execute()
}

/** The name that senders and recipients read. */
async function displayNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('display_name', 'text').execute()
}
