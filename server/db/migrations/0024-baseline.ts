import type { CreateTableBuilder, Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/**
 * The tables that this program began with. Its number goes on from the steps of the builds before it (`preBaselineSteps`):
 * lists of steps, and the names of copies from before them, sort by it.
 *
 * Ids are never given out twice: keys of download links are derived from file ids.
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

async function users(
  db: Kysely<unknown>,
  { idType, idColumn, bytewiseTextType }: SchemaDialect,
): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', idType, idColumn)
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('verifier_salt', 'text', (c) => c.notNull())
    .addColumn('verifier_iterations', 'integer', (c) => c.notNull())
    .addColumn('verifier_hash', 'text', (c) => c.notNull())
    .addColumn('public_key_spki', 'text')
    .addColumn('pending_public_key_spki', 'text')
    .addColumn('encrypted_private_key', 'text')
    .addColumn('kdf_salt', 'text')
    .addColumn('kdf_iterations', 'integer')
    .addColumn('totp_secret', 'text')
    .addColumn('is_2fa_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('totp_last_step', 'integer')
    .addColumn('recovery_box', 'text')
    .addColumn('recovery_box_made_at', 'text')
    .addColumn('email_confirmed_at', 'text')
    .addColumn('is_operator', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('password_kind', 'text', (c) => c.notNull().defaultTo('login'))
    .addColumn('language', 'text')
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_user').on('session').column('user_id').execute()
  await db.schema
    .createTable('login_ticket')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('login_ticket_user').on('login_ticket').column('user_id').execute()
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
  await db.schema
    .createTable('oidc_identity')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
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
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('api_token_user').on('api_token').column('user_id').execute()
  await db.schema
    .createTable('account_quota')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('bytes', 'bigint')
    .execute()
  await db.schema
    .createTable('email_code')
    .addColumn('user_id', idType, (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
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
    .addColumn('quota_bytes', 'bigint')
    .addColumn('sender_fields', 'text')
    .execute()
  // Who may open a folder: one of one person has one row, its owner.
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

/** Tables of folders of several people. */
async function sharedFolders(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, bytewiseTextType } = dialect
  await db.schema
    .createTable('shared_folder')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    .addColumn('fid', 'text', (c) => c.notNull().unique())
    .execute()
  await ofFolder(db, dialect, 'roster_statement')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_statement_key', ['folder_id', 'seq'])
    .execute()
  await ofFolder(db, dialect, 'roster_key')
    .addColumn('fingerprint', bytewiseTextType, (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('roster_key_key', ['folder_id', 'fingerprint'])
    .execute()
  await ofFolder(db, dialect, 'folder_generation')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key_spki', 'text', (c) => c.notNull())
    .addColumn('sealed_private', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_generation_key', ['folder_id', 'gen'])
    .execute()
  await ofFolder(db, dialect, 'folder_grant')
    .addColumn('gen', 'integer', (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_grant_key', ['folder_id', 'gen', 'user_id'])
    .execute()
  await ofFolder(db, dialect, 'leave_notice')
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('leave_notice_key', ['folder_id', 'user_id'])
    .execute()
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
    .addColumn('directory', 'text', (c) => c.notNull())
    .addColumn('listed_name', 'text', (c) => c.notNull())
    .addColumn('listed_key', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('encrypted_key', 'text', (c) => c.notNull())
    .addColumn('encryption_iv', 'text', (c) => c.notNull())
    .addColumn('manifest', 'text')
    .addColumn('sealed_to', 'text')
    .addColumn('uploader_email', 'text')
    .addColumn('upload_time', 'text', (c) => c.notNull())
    .addColumn('last_downloaded_admin', 'text')
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('sealed_size', 'bigint', (c) => c.notNull())
    .addColumn('copied_from', idType)
    .addColumn('copy_id', 'text')
    .addColumn('sealed_sha256', 'text')
    .addColumn('hashed_at', 'text')
    .addColumn('damaged_at', 'text')
    .addColumn('batch_id', bytewiseTextType)
    .addUniqueConstraint('file_listed_key', ['folder_id', 'listed_key'])
    .execute()
  // What a folder holds is summed for every request that brings bytes: from the index alone, without its rows.
  await db.schema.createIndex('file_sealed_size').on('file').columns(['folder_id', 'sealed_size']).execute()
  // What a repeat of a copying must not make again; of uploads both are null.
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
  await ofFolder(db, dialect, 'batch_answers')
    .addColumn('batch_id', bytewiseTextType, (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_answers_key', ['folder_id', 'batch_id'])
    .execute()
}

async function downloadLinks(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn, bytewiseTextType } = dialect
  await db.schema
    .createTable('download_link')
    .addColumn('id', idType, idColumn)
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('link_token', 'text', (c) => c.notNull().unique())
    .addColumn('creation_date', 'text', (c) => c.notNull())
    .addColumn('expiration_date', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('password_salt', 'text')
    .addColumn('password_iterations', 'integer')
    .addColumn('sealed_master', 'text')
    .addColumn('download_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('creator_id', idType, (c) => c.references('user.id'))
    .addColumn('max_downloads', 'integer')
    .addColumn('used_downloads', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('download_link_folder').on('download_link').column('folder_id').execute()
  await db.schema.createIndex('download_link_expiry').on('download_link').column('expiration_date').execute()
  await db.schema
    .createTable('download_link_file')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('file_id', idType, (c) => c.notNull().references('file.id').onDelete('cascade'))
    .addColumn('sealed_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('download_link_file_key', ['link_id', 'file_id'])
    .execute()
  // Deleting a file looks for its places in links.
  await db.schema.createIndex('download_link_file_file').on('download_link_file').column('file_id').execute()
  await db.schema
    .createTable('link_box')
    .addColumn('link_id', idType, (c) => c.primaryKey().references('download_link.id').onDelete('cascade'))
    .addColumn('sealed_link', 'text', (c) => c.notNull())
    .addColumn('file_commitments', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('used_link_token')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .execute()
  await db.schema
    .createTable('link_use')
    .addColumn('link_id', idType, (c) => c.notNull().references('download_link.id').onDelete('cascade'))
    .addColumn('visitor_hash', bytewiseTextType, (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_use_key', ['link_id', 'visitor_hash'])
    .execute()
}

async function uploads(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType } = dialect
  await db.schema
    .createTable('upload')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id'))
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('part_size', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_part_at', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('uploader_email', 'text')
    .addColumn('first_part_at', 'text')
    .addColumn('sent_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('visitor_mark', 'text')
    .execute()
  await db.schema.createIndex('upload_folder').on('upload').column('folder_id').execute()
  await db.schema.createIndex('upload_last_part').on('upload').column('last_part_at').execute()
  await db.schema
    .createIndex('upload_running')
    .on('upload')
    .columns(['folder_id', 'confirmed_at', 'size'])
    .execute()
  await ofFolder(db, dialect, 'batch_result')
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('batch_index', 'integer', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_result_key', ['folder_id', 'batch_id', 'batch_index'])
    .execute()
  await db.schema.createIndex('batch_result_created').on('batch_result').column('created_at').execute()
  await db.schema
    .createTable('gate_pass')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('password_mark', 'text')
    .addColumn('password_until', 'text')
    .addColumn('email', 'text')
    .addColumn('email_until', 'text')
    .execute()
  await db.schema.createIndex('gate_pass_folder').on('gate_pass').column('folder_id').execute()
  await ofFolder(db, dialect, 'upload_code')
    .addColumn('address_mark', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_code_key', ['folder_id', 'address_mark'])
    .execute()
  await db.schema
    .createTable('code_request')
    .addColumn('address_mark', 'text', (c) => c.primaryKey())
    .addColumn('times', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .execute()
}

/** Notices that are due after an arrival. */
async function notices(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { idType, idColumn, bytewiseTextType } = dialect
  await ofFolder(db, dialect, 'arriving_batch')
    .addColumn('batch_id', bytewiseTextType, (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'text', (c) => c.notNull())
    .addColumn('sender_email', 'text')
    .addColumn('has_ended', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addColumn('sender_address', 'text')
    .addColumn('sender_id', idType)
    .addColumn('heard_files', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('heard_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('heard_refused', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('arriving_batch_key', ['folder_id', 'batch_id'])
    .execute()
  await db.schema.createIndex('arriving_batch_last').on('arriving_batch').column('last_at').execute()
  await db.schema
    .createTable('webhook')
    .addColumn('folder_id', idType, (c) => c.primaryKey().references('folder.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('secret_made_at', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text')
    .addColumn('last_how', 'text')
    .addColumn('last_status', 'integer')
    .execute()
  await db.schema
    .createTable('notice')
    .addColumn('id', idType, idColumn)
    .addColumn('folder_id', idType, (c) => c.notNull().references('folder.id').onDelete('cascade'))
    .addColumn('user_id', idType, (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('link_id', idType)
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .addColumn('sender_email', 'text')
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('notice_due').on('notice').column('due_at').execute()
  await db.schema.createIndex('notice_folder').on('notice').columns(['folder_id', 'user_id']).execute()
}

/** The audit log: events with their actor and address. No row refers to another: a folder that goes leaves its history. */
async function audit(db: Kysely<unknown>, { idType, idColumn, forbidUpdates }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('audit_event')
    .addColumn('id', idType, idColumn)
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('actor_id', idType)
    .addColumn('actor', 'text')
    .addColumn('api_token', 'text')
    .addColumn('address', 'text')
    .addColumn('account_id', idType)
    .addColumn('folder_id', idType)
    .addColumn('folder', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_event_account').on('audit_event').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('audit_event_folder').on('audit_event').columns(['folder_id', 'id']).execute()
  await db.schema.createIndex('audit_event_at').on('audit_event').column('at').execute()
  for (const statement of forbidUpdates('audit_event')) await statement.execute(db)
  await db.schema
    .createTable('deleted_folder_owner')
    .addColumn('folder_id', idType, (c) => c.notNull())
    .addColumn('user_id', idType, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_folder_owner_key', ['user_id', 'folder_id'])
    .execute()
}

async function installation(
  db: Kysely<unknown>,
  { bytewiseTextType, binaryType }: SchemaDialect,
): Promise<void> {
  await db.schema
    .createTable('staged')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('renewed_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('garbage')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  // What an object store does not remember for us.
  await db.schema
    .createTable('parts_upload')
    .addColumn('blob_key', bytewiseTextType, (c) => c.primaryKey())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('stored_hash')
    .addColumn('blob_key', bytewiseTextType, (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('etag', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('stored_hash_key', ['blob_key', 'part', 'etag'])
    .execute()
  await db.schema
    .createTable('moved_object')
    .addColumn('blob_key', bytewiseTextType, (c) => c.primaryKey())
    .addColumn('is_done', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('look')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .addColumn('accent', 'text')
    .addColumn('greeting', 'text')
    .addColumn('imprint_url', 'text')
    .addColumn('privacy_url', 'text')
    .addColumn('support', 'text')
    .addColumn('logo', binaryType)
    .addColumn('logo_hash', 'text')
    .addColumn('logo_width', 'integer')
    .addColumn('logo_height', 'integer')
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('asset')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('bytes', binaryType, (c) => c.notNull())
    .addColumn('last_run_at', 'text', (c) => c.notNull())
    .execute()
  // Columns and names are those that rate-limiter-flexible writes, on either database.
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
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
