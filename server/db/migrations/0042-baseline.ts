import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/**
 * The tables of the first release. Its number follows the steps of earlier builds (`preBaselineSteps`), as lists of steps
 * are sorted by name. Ids are never reused: keys of download links are derived from file ids.
 *
 * Conventions for columns, the same on SQLite and PostgreSQL: times are ISO 8601 UTC text (they sort as text), flags
 * are 0 or 1, lists are JSON text. A `token_hash` is the SHA-256 of a token that only its owner, or a cookie, has.
 */
export async function baseline(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await users(db, dialect)
  await folders(db, dialect)
  await sharedFolders(db, dialect)
  await files(db, dialect)
  await downloadLinks(db, dialect)
  await uploads(db, dialect)
  await notices(db, dialect)
  await audit(db, dialect)
  await installation(db, dialect)
}

async function users(db: Kysely<unknown>, { idType, idColumn, bytewiseTextType }: SchemaDialect) {
  await db.schema
    .createTable('user')
    .addColumn('id', idType, idColumn)
    .addColumn('username', 'text', (c) => c.notNull())
    // Normalized name for comparisons, see `usernameKey`.
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('verifier_salt', 'text', (c) => c.notNull())
    .addColumn('verifier_iterations', 'integer', (c) => c.notNull())
    // argon2id of the login verifier.
    .addColumn('verifier_hash', 'text', (c) => c.notNull())
    // Key in force, which uploaders get. Set only together with its sealed private key.
    .addColumn('public_key_spki', 'text')
    // Uploaded public key whose sealed private key has not arrived yet.
    .addColumn('pending_public_key_spki', 'text')
    .addColumn('encrypted_private_key', 'text')
    .addColumn('kdf_salt', 'text')
    .addColumn('kdf_iterations', 'integer')
    // Base32. May be set while `is_2fa_enabled` is 0: then no code is required.
    .addColumn('totp_secret', 'text')
    .addColumn('is_2fa_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    // Latest 30-second step whose code was used; codes of this step and earlier ones are rejected.
    .addColumn('totp_last_step', 'integer')
    // Private key in force, sealed for a recovery code; base64. Deleted when another key comes into force.
    .addColumn('recovery_box', 'text')
    .addColumn('recovery_box_made_at', 'text')
    // Time at which the code sent to `email` was entered; null if the address is unconfirmed.
    .addColumn('email_confirmed_at', 'text')
    // True for the operator; set by the command line.
    .addColumn('is_operator', 'integer', (c) => c.notNull().defaultTo(0))
    // 'login': the password signs in. 'key': it opens the private key and confirms changes, while sessions are
    // opened by an identity provider. 'none': as 'key', but nobody knows the password behind the verifier.
    .addColumn('password_kind', 'text', (c) => c.notNull().defaultTo('login'))
    // Language of mails to this person, two letters; null if no browser has reported one.
    .addColumn('language', 'text')
    // The name that senders and recipients read.
    .addColumn('display_name', 'text')
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_user').on('session').column('user_id').execute()
  // Proof of a correct password while the second factor is awaited.
  await db.schema
    .createTable('login_ticket')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('login_ticket_user').on('login_ticket').column('user_id').execute()
  // A key pair that was replaced, or whose private key was resealed.
  await db.schema
    .createTable('former_key_pair')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
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
  // Identity of a user at the provider that opens sessions; see `singleSignOn`.
  await db.schema
    .createTable('oidc_identity')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    // Issuer in the form of `issuerKey`.
    .addColumn('issuer', bytewiseTextType, (c) => c.notNull())
    .addColumn('sub', bytewiseTextType, (c) => c.notNull())
    .addColumn('linked_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('oidc_identity_person', ['issuer', 'sub'])
    .execute()
  await db.schema
    .createTable('api_token')
    .addColumn('id', idType, idColumn)
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', bytewiseTextType, (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    // Precise to about a minute.
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('api_token_user').on('api_token').column('user_id').execute()
  // A passkey that opens the private key in force. It is deleted when another key comes into force.
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
  // Quota of an account; its row is locked when anything is added to an account with a quota.
  await db.schema
    .createTable('account_quota')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    // Maximum ciphertext in bytes; 0 for no limit, null for the configured default.
    .addColumn('bytes', 'bigint')
    .execute()
  // The code in force that confirms the address in a user's profile.
  await db.schema
    .createTable('email_code')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    // HMAC of user, address and code.
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  // A user's sealed contacts: what they remember of people and folders.
  await db.schema
    .createTable('contacts')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute()
}

async function folders(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn } = dialect
  await db.schema
    .createTable('folder')
    .addColumn('id', idType, idColumn)
    // Title; for a shared folder, that of its newest statement.
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('creation_date', 'text', (c) => c.notNull())
    .addColumn('expiration_date', 'text')
    .addColumn('last_upload_time', 'text')
    .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('perform_mime_check', 'integer', (c) => c.notNull())
    .addColumn('link_token', 'text', (c) => c.notNull().unique())
    .addColumn('link_password_hash', 'text')
    .addColumn('require_email_verification', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('allowed_emails', 'text')
    // Maximum ciphertext in bytes; null for no limit besides those of server and account.
    .addColumn('quota_bytes', 'bigint')
    // Fields that senders fill in; null for none.
    .addColumn('sender_fields', 'text')
    // Sealed bytes of its files with their rows and answers; a running total, see `addToFolderTotals`.
    .addColumn('kept_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    // 1 where senders are asked to send placeholders for names, paths and hashes (FORMAT.md, 21).
    .addColumn('private_names', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // Members of a folder and their roles. A folder of one person has one row, for its owner.
  // See [Note: Access].
  await ofFolder(db, dialect, 'folder_member')
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('notify_by_email', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('mailed_at', 'text')
    .addPrimaryKeyConstraint('folder_member_key', ['folder_id', 'user_id'])
    .execute()
  await db.schema.createIndex('folder_member_user').on('folder_member').column('user_id').execute()
}

async function sharedFolders(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, bytewiseTextType } = dialect
  await db.schema
    .createTable('shared_folder')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    // 16 random bytes, base64url; id of the folder in its statements.
    .addColumn('fid', 'text', (c) => c.notNull().unique())
    .execute()
  await ofFolder(db, dialect, 'roster_statement')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    // SHA-256 of the bytes of both, base64url; `prev` of the next statement.
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_statement_key', ['folder_id', 'seq'])
    .execute()
  // Public keys of all people whom a roster has ever named, for verifying its statements.
  await ofFolder(db, dialect, 'roster_key')
    .addColumn('fingerprint', bytewiseTextType, (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_key_key', ['folder_id', 'fingerprint'])
    .execute()
  // A key pair of a shared folder.
  await ofFolder(db, dialect, 'folder_generation')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addColumn('sealed_private', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_generation_key', ['folder_id', 'gen'])
    .execute()
  // Secret of a generation, wrapped for a current member.
  await ofFolder(db, dialect, 'folder_grant')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_grant_key', ['folder_id', 'gen', 'user_id'])
    .execute()
  // A member's wish to leave.
  await ofFolder(db, dialect, 'leave_notice')
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('leave_notice_key', ['folder_id', 'user_id'])
    .execute()
  // Upload link of a folder before its key was changed.
  await ofFolder(db, dialect, 'replaced_upload_link')
    .addColumn('link_token', 'text', (c) => c.primaryKey())
    .addColumn('replaced_at', 'text', (c) => c.notNull())
    .execute()
}

async function files(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn, bytewiseTextType } = dialect
  await db.schema
    .createTable('file')
    .addColumn('id', idType, idColumn)
    // No cascade: a file row may only go in a transaction that hands its bytes to `garbage`.
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id'))
    .addColumn('original_filename', 'text', (c) => c.notNull())
    // Directory as sent, '.' for the root.
    .addColumn('directory', 'text', (c) => c.notNull())
    // Name without directory, as listed; a repeated one has a suffix such as ' (2)'.
    .addColumn('listed_name', 'text', (c) => c.notNull())
    // NFC of directory and listed name, or its hash (`listedKey`), unique in a folder.
    .addColumn('listed_key', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('encrypted_key', 'text', (c) => c.notNull())
    .addColumn('encryption_iv', 'text', (c) => c.notNull())
    .addColumn('manifest', 'text')
    // Fingerprint of the key it is sealed to, as reported by its sender, or else of the key in force on
    // arrival.
    .addColumn('sealed_to', 'text')
    .addColumn('uploader_email', 'text')
    .addColumn('upload_time', 'text', (c) => c.notNull())
    .addColumn('last_downloaded_admin', 'text')
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('sealed_size', 'bigint', (c) => c.notNull())
    // Id of the file it is a copy of, which may have been deleted; null for an upload, as `copy_id`.
    .addColumn('copied_from', idType)
    // Random id of the copy operation, chosen by the client.
    .addColumn('copy_id', 'text')
    // SHA-256 of its sealed bytes, base64url; null if not hashed yet, or if the object store's records have
    // it.
    .addColumn('sealed_sha256', 'text')
    // Time of hashing: on arrival, or when it was read from the store later.
    .addColumn('hashed_at', 'text')
    // Time at which the bytes in the store were found missing or changed; null if no damage is known.
    .addColumn('damaged_at', 'text')
    // Batch it was sent with, if its sender named one; null for copies.
    .addColumn('batch_id', bytewiseTextType)
    // Bytes that quotas count for the row itself, see `rowBytesOf`.
    .addColumn('row_bytes', 'integer', (c) => c.notNull().defaultTo(0))
    // The person of the folder who sent it from its page; null for everybody with the upload link, and for copies.
    .addColumn('sent_by', idType)
    .addUniqueConstraint('file_listed_key', ['folder_id', 'listed_key'])
    .execute()
  // The bytes of a folder are summed from the index alone, without its rows.
  await db.schema
    .createIndex('file_counted')
    .on('file')
    .columns(['folder_id', 'sealed_size', 'row_bytes'])
    .execute()
  // The files of a folder are read page by page, in the order of their ids.
  await db.schema.createIndex('file_in_folder').on('file').columns(['folder_id', 'id']).execute()
  // Keeps a repeated copy operation from copying a file twice; for uploads, both columns are null.
  await db.schema
    .createIndex('file_copy')
    .on('file')
    .columns(['folder_id', 'copy_id', 'copied_from'])
    .unique()
    .execute()
  await db.schema
    .createIndex('file_unhashed')
    .on('file')
    .column('id')
    .where('sealed_sha256' as never, 'is', null)
    .execute()
  await db.schema
    .createIndex('file_damaged')
    .on('file')
    .column('id')
    .where('damaged_at' as never, 'is not', null)
    .execute()
  await db.schema.createIndex('file_batch').on('file').columns(['folder_id', 'batch_id']).execute()
  // Sealed answers of a sender, kept as long as a file of the batch exists.
  await ofFolder(db, dialect, 'batch_answers')
    .addColumn('batch_id', bytewiseTextType, (c) => c.notNull())
    // Base64.
    .addColumn('answers', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_answers_key', ['folder_id', 'batch_id'])
    .execute()
}

async function downloadLinks(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn, bytewiseTextType } = dialect
  await db.schema
    .createTable('download_link')
    .addColumn('id', idType, idColumn)
    // All its files are in this folder.
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('link_token', 'text', (c) => c.notNull().unique())
    .addColumn('creation_date', 'text', (c) => c.notNull())
    .addColumn('expiration_date', 'text')
    // argon2id of the link password's verifier; null if the link has no password.
    .addColumn('password_hash', 'text')
    // Salt and iterations of the verifier; null if the password was sent in the clear.
    .addColumn('password_salt', 'text')
    .addColumn('password_iterations', 'integer')
    // part1 of its key strings: the link's master key, wrapped with the password.
    .addColumn('sealed_master', 'text')
    .addColumn('download_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('creator_id', idType, (c) => c.references('user.id'))
    // Maximum number of visitors; null for no limit.
    .addColumn('max_downloads', 'integer')
    // Number of visitors who have used it while it was limited.
    .addColumn('used_downloads', 'integer', (c) => c.notNull().defaultTo(0))
    // True if it is for the people in `link_person` alone.
    .addColumn('requires_email', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('title', 'text')
    .addColumn('message', 'text')
    // Time at which it was deleted, see [Note: Links that have ended]; null until then.
    .addColumn('ended_at', 'text')
    // Numbers of its rows in `download_link_file` and `link_person`; not kept once it has ended.
    .addColumn('file_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('people_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('download_link_folder').on('download_link').column('folder_id').execute()
  await db.schema.createIndex('download_link_expiry').on('download_link').column('expiration_date').execute()
  await db.schema
    .createIndex('download_link_creator')
    .on('download_link')
    .columns(['creator_id', 'folder_id', 'ended_at', 'file_count', 'people_count'])
    .execute()
  await sql`create index download_link_ended on download_link (ended_at) where ended_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('download_link_file')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('file_id', idType, (c) => c.notNull().references('file.id').onDelete('cascade'))
    // part2 of its key string.
    .addColumn('sealed_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('download_link_file_key', ['link_id', 'file_id'])
    .execute()
  // Deleting a file looks for its places in links.
  await db.schema.createIndex('download_link_file_file').on('download_link_file').column('file_id').execute()
  // Data that the creator of a link has sealed for themselves (core/crypto/FORMAT.md, 10). It never changes.
  await db.schema
    .createTable('link_box')
    .addColumn('link_id', idType, (c) => c.primaryKey().references('download_link.id').onDelete('cascade'))
    // Base64.
    .addColumn('sealed_link', 'text', (c) => c.notNull())
    // Ids and commitments, in base64, of the files that the link was created for, including deleted ones.
    .addColumn('file_commitments', 'text', (c) => c.notNull())
    // SHA-256 of the request that created it, without the password: a repeat must be identical.
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .execute()
  // Tokens of all download links ever created, including deleted ones, so that none is reused.
  await db.schema
    .createTable('used_link_token')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .execute()
  // A visitor's use of a limited link, which they may continue until it expires.
  await db.schema
    .createTable('link_use')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    // SHA-256 of the token in their cookie.
    .addColumn('visitor_hash', bytewiseTextType, (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_use_key', ['link_id', 'visitor_hash'])
    .execute()
  await linkPeople(db, dialect)
}

/** A download link may be for named people, who confirm their e-mail address by a code. */
async function linkPeople(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
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

async function uploads(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType } = dialect
  // A file that is uploaded in numbered parts. The row is kept after the confirmation, to respond to late
  // parts.
  await db.schema
    .createTable('upload')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id'))
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('part_size', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    // Time of the last bytes of a part, precise to a minute; initially that of the announcement.
    .addColumn('last_part_at', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    // Verified address of the sender, if the folder asked for one.
    .addColumn('uploader_email', 'text')
    // Null if none has been received.
    .addColumn('first_part_at', 'text')
    // Bytes of all parts that were begun, including repeats, without those that were not received.
    .addColumn('sent_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    // HMAC of the visitor's address, for IPv6 preceded by that of its network and a dot; set while the upload
    // is unfinished. Null for users who were signed in.
    .addColumn('visitor_mark', 'text')
    // Number of parts begun, including repeats and interrupted ones.
    .addColumn('sent_parts', 'integer', (c) => c.notNull().defaultTo(0))
    // The person of the folder who sends it from its page, and alone may continue it.
    .addColumn('sent_by', idType)
    // Times that altered parts were dropped.
    .addColumn('part_drops', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('upload_folder').on('upload').column('folder_id').execute()
  await db.schema.createIndex('upload_last_part').on('upload').column('last_part_at').execute()
  await db.schema
    .createIndex('upload_running')
    .on('upload')
    .columns(['folder_id', 'confirmed_at', 'size'])
    .execute()
  // Result for a file of a batch, for repeated requests.
  await ofFolder(db, dialect, 'batch_result')
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('batch_index', 'integer', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_result_key', ['folder_id', 'batch_id', 'batch_index'])
    .execute()
  await db.schema.createIndex('batch_result_created').on('batch_result').column('created_at').execute()
  // Gates of an upload link that a browser has passed; see [Note: Gates of an upload link].
  await db.schema
    .createTable('gate_pass')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    // Identifies the link password that was entered: it changes with the password.
    .addColumn('password_mark', 'text')
    .addColumn('password_until', 'text')
    .addColumn('email', 'text')
    .addColumn('email_until', 'text')
    .execute()
  await db.schema.createIndex('gate_pass_folder').on('gate_pass').column('folder_id').execute()
  // The verification code in force for an address on an upload link, or on a download link of the folder.
  await ofFolder(db, dialect, 'upload_code')
    // HMAC of the address, for a download link of link and address: anybody may type addresses of others.
    .addColumn('address_mark', 'text', (c) => c.notNull())
    // HMAC of link, address and code.
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_code_key', ['folder_id', 'address_mark'])
    .execute()
  // Requests for codes, by address and across all links.
  await db.schema
    .createTable('code_request')
    .addColumn('address_mark', 'text', (c) => c.primaryKey())
    // JSON list, oldest first: a time, a space and the mark of the requester.
    .addColumn('times', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .execute()
}

async function notices(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn, bytewiseTextType } = dialect
  // A batch that nobody has been notified of yet, with what has been received of it.
  await ofFolder(db, dialect, 'arriving_batch')
    .addColumn('batch_id', bytewiseTextType, (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    // Total size of the plaintexts.
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    // JSON list of batch indexes that were refused and not received later.
    .addColumn('refused', 'text', (c) => c.notNull())
    // Verified address; null if the folder does not ask for one, or if the requests had different ones.
    .addColumn('sender_email', 'text')
    // Set if a request declared itself the last one.
    .addColumn('has_ended', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    // Client address of its latest request, reduced as for rate limits, and the user who was signed in.
    .addColumn('sender_address', 'text')
    .addColumn('sender_id', idType)
    // Counts that the audit trail contains already.
    .addColumn('heard_files', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('heard_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('heard_refused', 'bigint', (c) => c.notNull().defaultTo(0))
    // Arrival of the first request that is not in the audit trail yet; null if all are.
    .addColumn('rest_began_at', 'text')
    // The person of the folder who sends it from its page; null also if its requests differ.
    .addColumn('sent_by', idType)
    .addPrimaryKeyConstraint('arriving_batch_key', ['folder_id', 'batch_id'])
    .execute()
  await db.schema.createIndex('arriving_batch_last').on('arriving_batch').column('last_at').execute()
  await db.schema
    .createTable('webhook')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    // Key of the HMAC.
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('secret_made_at', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text')
    .addColumn('last_how', 'text')
    .addColumn('last_status', 'integer')
    // User who entered the address: the webhook is deleted when they no longer own the folder. Null if unknown.
    .addColumn('user_id', idType, (c) => c.references('user.id'))
    .execute()
  // A notice that one person, or the folder's webhook, is still to receive.
  await db.schema
    .createTable('notice')
    .addColumn('id', idType, idColumn)
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    // Null for the webhook.
    .addColumn('user_id', idType, (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text')
    // Id of a download link, which may have been deleted.
    .addColumn('link_id', idType)
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .addColumn('sender_email', 'text')
    .addColumn('happened_at', 'text', (c) => c.notNull())
    // Creation of the notice, which may be later than the event.
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    // Time before which no server claims it: it is postponed, or being delivered.
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('notice_due').on('notice').column('due_at').execute()
  await db.schema.createIndex('notice_folder').on('notice').columns(['folder_id', 'user_id']).execute()
  // A mail to a person about being added to a folder; kept after it was sent, as there is one a day.
  await db.schema
    .createTable('member_notice')
    // Id of a folder that may be deleted: the row still counts for the limits of mails, until it expires.
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    // Id of the user who added them, whose account may be deleted.
    .addColumn('added_by', idType, (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    // Time before which no server claims it, as in `notice`; null once it was sent or given up.
    .addColumn('due_at', 'text')
    .addPrimaryKeyConstraint('member_notice_key', ['folder_id', 'user_id'])
    .execute()
  await db.schema.createIndex('member_notice_due').on('member_notice').column('due_at').execute()
  await db.schema
    .createIndex('member_notice_user')
    .on('member_notice')
    .columns(['user_id', 'made_at'])
    .execute()
}

/** No row of the audit trail refers to another: the history of a deleted folder stays. */
async function audit(db: Kysely<unknown>, { idType, idColumn, limitUpdates }: SchemaDialect): Promise<void> {
  // An event ([Note: Audit trail]). It has no foreign keys, as it outlives folders and people.
  await db.schema
    .createTable('audit_event')
    .addColumn('id', idType, idColumn)
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    // User who did it, with their name at that time; null for a visitor or the command line.
    .addColumn('actor_id', idType)
    .addColumn('actor', 'text')
    // Name of the API token that was used.
    .addColumn('api_token', 'text')
    .addColumn('address', 'text')
    // Account that was affected; null for an event of a folder.
    .addColumn('account_id', idType)
    .addColumn('folder_id', idType)
    // Title at that time.
    .addColumn('folder', 'text')
    // JSON: `AuditDetails`.
    .addColumn('details', 'text', (c) => c.notNull())
    .execute()
  // The history is read in the order of what happened, which is not always that in which it was written.
  for (const place of ['account', 'folder']) {
    const index = db.schema.createIndex(`audit_event_${place}`).on('audit_event')
    await index.columns([`${place}_id`, 'at', 'id']).execute()
    const ofKind = db.schema.createIndex(`audit_event_${place}_kind`).on('audit_event')
    await ofKind.columns([`${place}_id`, 'kind', 'at', 'id']).execute()
  }
  await db.schema.createIndex('audit_event_at').on('audit_event').column('at').execute()
  // Lines of downloads are updated while the download goes on; all others, and who did what when, stay.
  const isNoDownload = sql`old.kind not in ('download', 'link-download')`
  const staying = [
    ...['id', 'at', 'kind', 'by', 'actor_id', 'actor', 'api_token', 'address'],
    ...['account_id', 'folder_id', 'folder'],
  ]
  for (const statement of limitUpdates('audit_event', isNoDownload, staying)) await statement.execute(db)
  // An owner of a folder at its deletion, who can still read its events.
  await db.schema
    .createTable('deleted_folder_owner')
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_folder_owner_key', ['user_id', 'folder_id'])
    .execute()
  await db.schema
    .createIndex('deleted_folder_owner_deleted')
    .on('deleted_folder_owner')
    .columns(['user_id', 'deleted_at', 'folder_id'])
    .execute()
}

async function installation(db: Kysely<unknown>, { bytewiseTextType, binaryType }: SchemaDialect) {
  // Keys of bytes that belong to no file yet; inserted before their first byte is written.
  await db.schema
    .createTable('staged')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    // Renewed by the server that receives the bytes.
    .addColumn('renewed_at', 'text', (c) => c.notNull())
    .execute()
  // Keys whose bytes are still to be deleted from the store.
  await db.schema
    .createTable('garbage')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  // Multipart upload in an object store, for a key that is, or was, written in parts.
  await db.schema
    .createTable('parts_upload')
    .addColumn('blob_key', bytewiseTextType, (c) => c.primaryKey())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .execute()
  // Hash of bytes that an object store received, as the store may not report one.
  await db.schema
    .createTable('stored_hash')
    .addColumn('blob_key', bytewiseTextType, (c) => c.notNull())
    // Part number from 1; 0 if the object was written as a whole.
    .addColumn('part', 'integer', (c) => c.notNull())
    // ETag of these bytes: if a part is received twice at the same time, one of them stays.
    .addColumn('etag', 'text', (c) => c.notNull())
    // SHA-256 in base64url.
    .addColumn('sha256', 'text', (c) => c.notNull())
    // Size in bytes; 0 if unknown.
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('stored_hash_key', ['blob_key', 'part', 'etag'])
    .execute()
  // What senders state of parts that they send straight to the store, until these are read back.
  await db.schema
    .createTable('stated_checksum')
    .addColumn('blob_key', bytewiseTextType, (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('xxh64', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('stated_checksum_key', ['blob_key', 'part'])
    .execute()
  // An object that is being moved, or was, to a new store; in the target database only.
  await db.schema
    .createTable('moved_object')
    .addColumn('blob_key', bytewiseTextType, (c) => c.primaryKey())
    // Set once it is durable and was read back identical to the source.
    .addColumn('is_done', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
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
  // Branding by the operator: a single row, or none if nothing was changed.
  await db.schema
    .createTable('look')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .addColumn('accent', 'text')
    .addColumn('greeting', 'text')
    .addColumn('imprint_url', 'text')
    .addColumn('privacy_url', 'text')
    .addColumn('support', 'text')
    // A PNG encoded by the server, and the first hex digits of its SHA-256.
    .addColumn('logo', binaryType)
    .addColumn('logo_hash', 'text')
    .addColumn('logo_width', 'integer')
    .addColumn('logo_height', 'integer')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
  // A file of a build's folder `assets`, or a compressed form of one.
  await db.schema
    .createTable('asset')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('bytes', binaryType, (c) => c.notNull())
    // Last time that a server whose build contains it was running, precise to an hour.
    .addColumn('last_run_at', 'text', (c) => c.notNull())
    .execute()
  // Counts of calls and attempts. Columns and names are those that rate-limiter-flexible writes, on either database.
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
    // Expiry of the count, in milliseconds since 1970.
    .addColumn('expire', 'bigint')
    .execute()
  await db.schema.createIndex('rate_limit_expire').on('rate_limit').column('expire').execute()
}

/** A table whose rows go with their folder. */
const ofFolder = (
  db: Kysely<unknown>,
  { idType }: SchemaDialect,
  table: string,
): CreateTableBuilder<string, 'folder_id'> =>
  db.schema
    .createTable(table)
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
