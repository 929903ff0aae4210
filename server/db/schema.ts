import type { AuditKind, AuditRoad } from '../../contract/auditKinds.ts'
import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import type { Role } from '../../contract/roster.ts'
import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'

/*
 * What every column type must mean on SQLite and PostgreSQL alike: times are ISO 8601 UTC text (they sort as text),
 * flags are 0 or 1, lists are JSON text.
 */
type Flag = 0 | 1

export interface UserTable {
  id: Generated<number>
  username: string
  /** The name in the form in which two names count as the same, see `usernameKey`. */
  username_key: string
  email: string | null
  /** When a code that was sent to that address came back; null: nothing has. */
  email_confirmed_at: string | null
  /** Two letters: what mails to this person are written in. Null: no browser has said it yet. */
  language: string | null
  is_active: Generated<Flag>
  /** The one who runs the server, moved by the command line. */
  is_operator: Generated<Flag>
  created_at: string
  verifier_salt: string
  verifier_iterations: number
  /**
   * 'login': it signs in. 'key': it opens the private key and confirms changes, and a provider opens sessions. 'none': as
   * that, and nobody knows what the verifier was made of.
   */
  password_kind: Generated<'login' | 'key' | 'none'>
  /** argon2id of the login verifier. */
  verifier_hash: string
  /** The key in force: uploaders get it. It never stands here without its sealed private key. */
  public_key_spki: string | null
  /** Uploaded, but its sealed private key has not arrived yet. */
  pending_public_key_spki: string | null
  encrypted_private_key: string | null
  kdf_salt: string | null
  kdf_iterations: number | null
  /** The private key in force, sealed for a recovery code; base64. It goes when another key comes into force. */
  recovery_box: string | null
  recovery_box_made_at: string | null
  /** Base32. Set up, but not asked for while `is_2fa_enabled` is 0. */
  totp_secret: string | null
  is_2fa_enabled: Generated<Flag>
  /** The latest 30-second step whose code was used: no code up to it counts any more. */
  totp_last_step: number | null
}

/** A pair that was replaced, or whose private key was sealed anew, as it was before. */
export interface FormerKeyPairTable {
  id: Generated<number>
  user_id: number
  public_key_spki: string
  encrypted_private_key: string
  kdf_salt: string
  kdf_iterations: number | null
  replaced_at: string
}

/** Proof of a right password while the code is awaited. */
export interface LoginTicketTable {
  /** SHA-256 of the token; the token itself is only in the cookie. */
  token_hash: string
  user_id: number
  created_at: string
  /** Codes that were tried with it. */
  tries: Generated<number>
}

export interface SessionTable {
  /** SHA-256 of the token; the token itself is only in the cookie. */
  token_hash: string
  user_id: number
  created_at: string
  last_seen_at: string
}

/** Who a user is at the provider that opens sessions; see `singleSignOn`. */
export interface OidcIdentityTable {
  user_id: number
  /** As `issuerKey` writes it. */
  issuer: string
  sub: string
  linked_at: string
}

/** With which scripts call in somebody's name. */
export interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 of the token, which nobody but its owner has. */
  token_hash: string
  /** JSON list. */
  scopes: string
  created_at: string
  expires_at: string
  /** To about a minute. */
  last_used_at: string | null
}

export interface FolderTable {
  id: Generated<number>
  /** Of a folder of several people that of its newest statement. */
  title: string
  description: string | null
  creation_date: string
  expiration_date: string | null
  last_upload_time: string | null
  is_active: Generated<Flag>
  perform_mime_check: Flag
  link_token: string
  link_password_hash: string | null
  require_email_verification: Generated<Flag>
  allowed_emails: string | null
  /** Ciphertext that it takes; null: as much as the limits of server and account let it. */
  quota_bytes: number | null
  /** JSON list: what senders are asked for; null: nothing. */
  sender_fields: string | null
  /** Sealed bytes of its files, with their rows and answers: a running total, see `countKept`. */
  kept_bytes: Generated<number>
}

export interface FileTable {
  id: Generated<number>
  folder_id: number
  original_filename: string
  /** Directory part as sent, '.' for the root. */
  directory: string
  /** The bare name under which it is listed; a repeated one carries ' (2)'. */
  listed_name: string
  /** NFC of directory and listed name: no two files of a folder share it. */
  listed_key: string
  size: number
  sha256: string
  encrypted_key: string
  encryption_iv: string
  manifest: string | null
  /** Fingerprint of the key it is sealed to, as its sender says, or else of the one that was in force when it came. */
  sealed_to: string | null
  uploader_email: string | null
  upload_time: string
  last_downloaded_admin: string | null
  blob_key: string
  sealed_size: number
  /** Bytes that quotas count for the row itself, see `rowBytesOf`. */
  row_bytes: Generated<number>
  /** The file it is a copy of, which may be gone by now; null for an upload, as `copy_id`. */
  copied_from: number | null
  /** Of the copying, as its maker drew it. */
  copy_id: string | null
  /** SHA-256 of its sealed bytes, base64url; null: nobody has read them for that yet, or an object store noted them. */
  sealed_sha256: string | null
  /** When it was taken: as they came, or from the store later. */
  hashed_at: string | null
  /** Since when other bytes than these are in the store, or none; null: nothing of that is known. */
  damaged_at: string | null
  /** What it was sent with, where its sender says so; null also for copies. */
  batch_id: string | null
}

/** What a sender answered, sealed; as long as a file of the batch is there. */
export interface BatchAnswersTable {
  folder_id: number
  batch_id: string
  /** Base64. */
  answers: string
}

/** Who may do what in a folder. One of one person has one row: its owner. See `access`. */
export interface FolderMemberTable {
  folder_id: number
  user_id: number
  role: Role
  since: string
  /** Whether they are mailed when something arrives, */
  notify_by_email: Generated<Flag>
  /** and when they last were. */
  mailed_at: string | null
}

/** The code in force that confirms the address in somebody's profile. */
export interface EmailCodeTable {
  user_id: number
  /** HMAC of user, address and code. */
  code_hash: string
  tries: number
  created_at: string
}

/** What has come of a batch of which nobody was told yet. */
export interface ArrivingBatchTable {
  folder_id: number
  batch_id: string
  files: number
  /** Of the plaintexts. */
  bytes: number
  /** JSON list: batch indexes that were refused, and did not come later. */
  refused: string
  /** Verified; null where the folder does not ask, or its requests had different ones. */
  sender_email: string | null
  /** A request said that it was the last. */
  has_ended: Flag
  last_at: string
  /** Of its latest request: the sender's address as visitors are told apart, and who was signed in. */
  sender_address: Generated<string | null>
  sender_id: Generated<number | null>
  /** What the audit trail has of it already. */
  heard_files: Generated<number>
  heard_bytes: Generated<number>
  heard_refused: Generated<number>
  /** When the first request arrived that the history has not told of; null where it has told of all. */
  rest_began_at: string | null
}

/** What happened ([Note: Audit trail]). It names nothing by reference: it stays when folder and people are gone. */
export interface AuditEventTable {
  id: Generated<number>
  at: string
  kind: AuditKind
  by: AuditRoad
  /** Who did it, and their name of then; null: a visitor, or the command line. */
  actor_id: number | null
  actor: string | null
  /** Name of the API token that a script came with. */
  api_token: string | null
  address: string | null
  /** The account that it happened to; null for what happened in a folder. */
  account_id: number | null
  folder_id: number | null
  /** Its title of then. */
  folder: string | null
  /** JSON: `AuditDetails`. */
  details: string
}

/** Who owned a folder when it was deleted: they still read what happened in it. */
export interface DeletedFolderOwnerTable {
  folder_id: number
  user_id: number
  deleted_at: string
}

/** Where a folder's notices are posted. */
export interface WebhookTable {
  folder_id: number
  /** Who entered the address: it ends when they own the folder no more. Null: nobody noted it. */
  user_id: number | null
  url: string
  /** Key of the HMAC. */
  secret: string
  secret_made_at: string
  last_at: string | null
  last_how: WebhookOutcome['how'] | null
  last_status: number | null
}

/** Something that one person, or the folder's webhook, is still to be told. */
export interface NoticeTable {
  id: Generated<number>
  folder_id: number
  /** Null: the webhook. */
  user_id: number | null
  kind: 'complete' | 'with-errors' | 'cut-off' | 'download'
  batch_id: string | null
  /** Of a download link, which may be gone by now. */
  link_id: number | null
  files: number
  bytes: number
  refused: number
  sender_email: string | null
  happened_at: string
  /** When it was seen that it had happened. */
  made_at: string
  /** That were begun. */
  attempts: Generated<number>
  /** Before that nobody takes it up: it waits, or is being told. */
  due_at: string
}

/** A folder of several people. */
export interface SharedFolderTable {
  folder_id: number
  /** 16 random bytes, base64url: what its statements name. */
  fid: string
}

/** A statement of a roster, as it was signed. */
export interface RosterStatementTable {
  folder_id: number
  seq: number
  statement: string
  signature: string
  /** SHA-256 of the bytes of both, base64url: `prev` of the next. */
  hash: string
}

/** Public keys of everybody whom a roster ever named: they verify its statements. */
export interface RosterKeyTable {
  folder_id: number
  fingerprint: string
  public_key_spki: string
}

/** A key pair of a folder of several people. */
export interface FolderGenerationTable {
  folder_id: number
  gen: number
  fingerprint: string
  public_key_spki: string
  sealed_private: string
  since: string
}

/** The secret of a generation, wrapped for one who is named now. */
export interface FolderGrantTable {
  folder_id: number
  gen: number
  user_id: number
  sealed: string
}

/** Somebody wants to leave. */
export interface LeaveNoticeTable {
  folder_id: number
  user_id: number
  at: string
}

/** An upload link that was the folder's before its key was changed. */
export interface ReplacedUploadLinkTable {
  folder_id: number
  link_token: string
  replaced_at: string
}

/** What somebody remembers of people and folders, sealed. */
export interface ContactsTable {
  user_id: number
  n: number
  sealed: string
}

export interface DownloadLinkTable {
  id: Generated<number>
  /** All its files are in this folder. */
  folder_id: number
  creator_id: number | null
  link_token: string
  creation_date: string
  expiration_date: string | null
  /** argon2id of the link password's verifier; null for a link without a password. */
  password_hash: string | null
  /** How the verifier was derived; null when the password was sent as it is. */
  password_salt: string | null
  password_iterations: number | null
  /** part1 of its key strings: the link's master key under the password. */
  sealed_master: string | null
  download_count: Generated<number>
  /** By how many visitors it may be used; null: by any number. */
  max_downloads: number | null
  /** By how many it was, while it was limited. */
  used_downloads: Generated<number>
}

/** A use of a limited link that a visitor goes on with. */
export interface LinkUseTable {
  link_id: number
  /** SHA-256 of the token in their cookie. */
  visitor_hash: string
  until: string
}

/** What an account may store, where the operator has said so; held by who adds to one that is limited. */
export interface AccountQuotaTable {
  user_id: number
  /** Ciphertext; 0: no limit; null: as configured for all. */
  bytes: number | null
}

/** What the maker of a link sealed for themselves (core/crypto/FORMAT.md, 10). It never changes. */
export interface LinkBoxTable {
  link_id: number
  /** Base64. */
  sealed_link: string
  /** Base64: ids and commitments of the files that it was made for, whether they are still there or not. */
  file_commitments: string
  /** SHA-256 of the request that made it, without its password: what a repeat has to be. */
  request_hash: string
}

/** Tokens of download links that were made, deleted ones too: none is given to another link. */
export interface UsedLinkTokenTable {
  /** SHA-256. */
  token_hash: string
}

export interface DownloadLinkFileTable {
  link_id: number
  file_id: number
  /** part2 of its key string. */
  sealed_key: string
}

/** A file that goes up in numbered parts. The row stays after the confirmation, so that a late part is told. */
export interface UploadTable {
  id: string
  folder_id: number
  blob_key: string
  size: number
  part_size: number
  created_at: string
  /** Null: none has come yet. */
  first_part_at: string | null
  /** When something of a part last came, to a minute; before that, when it was announced. */
  last_part_at: string
  /** Of all parts that were begun, repeats included, less what of them did not come. */
  sent_bytes: Generated<number>
  /** Parts that were begun, repeats and those that broke off included. */
  sent_parts: Generated<number>
  /**
   * HMAC of the visitor's address, of one in a network of IPv6 behind that of the network and a dot; while it is
   * unfinished. Null for who was signed in.
   */
  visitor_mark: string | null
  confirmed_at: string | null
  /** Verified address of whoever began it, where the folder asked for one. */
  uploader_email: string | null
}

/** Gates of an upload link that one browser has passed; see [Note: Gates of an upload link]. */
export interface GatePassTable {
  /** SHA-256 of the token; the token itself is only in the cookie. */
  token_hash: string
  folder_id: number
  /** Names the link password that was given; another password has another mark. */
  password_mark: string | null
  password_until: string | null
  /** The verified address. */
  email: string | null
  email_until: string | null
}

/** The verification code in force for an address on a link. */
export interface UploadCodeTable {
  folder_id: number
  /** HMAC of the address: also strangers' addresses end up here, typed by anybody. */
  address_mark: string
  /** HMAC of link, address and code. */
  code_hash: string
  tries: number
  created_at: string
}

/** When codes were asked for, by address and over all links. */
export interface CodeRequestTable {
  address_mark: string
  /** JSON list, oldest first: a time, and behind a blank the mark of who asked. */
  times: string
  last_at: string
}

/** What a file of a batch was answered, for repeats. */
export interface BatchResultTable {
  folder_id: number
  batch_id: string
  batch_index: number
  result: string
  created_at: string
}

/** Keys under which bytes may lie that belong to no file yet: written before the first byte is. */
export interface StagedTable {
  blob_key: string
  /** By the server that brings them, while it does. */
  renewed_at: string
}

/** Keys whose bytes the store has still to forget. */
export interface GarbageTable {
  blob_key: string
  created_at: string
}

export interface SettingTable {
  name: string
  value: string
}

/** How the operator has the server look: one row, where they have changed anything. */
export interface LookTable {
  id: 1
  name: string | null
  accent: string | null
  greeting: string | null
  imprint_url: string | null
  privacy_url: string | null
  support: string | null
  /** A PNG of our own encoding, and the first of the SHA-256 of its bytes, in hex. */
  logo: Buffer | null
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
  changed_at: string
}

/** Counts of calls and attempts, written by the package behind `Counters`. */
export interface RateLimitTable {
  key: string
  points: number
  /** Milliseconds since 1970 at which the count is forgotten. */
  expire: number | null
}

/** Of an object store: the multipart upload of a key that takes parts, or has taken them. */
export interface PartsUploadTable {
  blob_key: string
  upload_id: string
}

/** Of an object store: what arrived, which it may not be able to tell. */
export interface StoredHashTable {
  blob_key: string
  /** From 1; 0: the object came whole. */
  part: number
  /** The store's name for these bytes: of a part that comes twice at once, one stays. */
  etag: string
  /** In bytes; 0: nobody noted it. */
  size: number
  /** In base64url. */
  sha256: string
}

/** A part of the pages of a build, or a compressed form of one: a file of its folder `assets`. */
export interface AssetTable {
  name: string
  bytes: Buffer
  /** When a server of a build that has it last ran, to the hour. */
  last_run_at: string
}

/** Of a database into which, or into whose new store, is being moved: objects that are being written there, or are there. */
export interface MovedObjectTable {
  blob_key: string
  /** Durable, and read back as it was at the source. */
  is_done: Flag
}

export interface Tables {
  user: UserTable
  former_key_pair: FormerKeyPairTable
  login_ticket: LoginTicketTable
  session: SessionTable
  oidc_identity: OidcIdentityTable
  api_token: ApiTokenTable
  folder: FolderTable
  folder_member: FolderMemberTable
  shared_folder: SharedFolderTable
  roster_statement: RosterStatementTable
  roster_key: RosterKeyTable
  folder_generation: FolderGenerationTable
  folder_grant: FolderGrantTable
  leave_notice: LeaveNoticeTable
  replaced_upload_link: ReplacedUploadLinkTable
  contacts: ContactsTable
  account_quota: AccountQuotaTable
  email_code: EmailCodeTable
  arriving_batch: ArrivingBatchTable
  webhook: WebhookTable
  notice: NoticeTable
  audit_event: AuditEventTable
  deleted_folder_owner: DeletedFolderOwnerTable
  file: FileTable
  batch_answers: BatchAnswersTable
  download_link: DownloadLinkTable
  download_link_file: DownloadLinkFileTable
  link_box: LinkBoxTable
  link_use: LinkUseTable
  used_link_token: UsedLinkTokenTable
  upload: UploadTable
  batch_result: BatchResultTable
  staged: StagedTable
  garbage: GarbageTable
  parts_upload: PartsUploadTable
  stored_hash: StoredHashTable
  setting: SettingTable
  look: LookTable
  gate_pass: GatePassTable
  upload_code: UploadCodeTable
  code_request: CodeRequestTable
  rate_limit: RateLimitTable
  asset: AssetTable
  moved_object: MovedObjectTable
}

/** What a query function runs on: the database, or a transaction of it. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type UserRow = Selectable<UserTable>
export type FolderRow = Selectable<FolderTable>
export type FileRow = Selectable<FileTable>
export type NewFile = Insertable<FileTable>
export type DownloadLinkRow = Selectable<DownloadLinkTable>
export type LinkBoxRow = Selectable<LinkBoxTable>
export type UploadRow = Selectable<UploadTable>
export type NewUpload = Insertable<UploadTable>
export type ArrivingBatch = Selectable<ArrivingBatchTable>
export type AuditEventRow = Selectable<AuditEventTable>
export type NoticeRow = Selectable<NoticeTable>
export type WebhookRow = Selectable<WebhookTable>
export type SessionRow = Selectable<SessionTable>
export type OidcIdentityRow = Selectable<OidcIdentityTable>
export type ApiTokenRow = Selectable<ApiTokenTable>
export type LoginTicketRow = Selectable<LoginTicketTable>

export const flag = (value: boolean): Flag => (value ? 1 : 0)
