import type { AuditKind, ActorKind } from '../../contract/auditKinds.ts'
import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import type { Role } from '../../contract/roster.ts'
import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'

/*
 * Conventions for columns, the same on SQLite and PostgreSQL: times are ISO 8601 UTC text (they sort as text), flags
 * are 0 or 1, lists are JSON text. A `token_hash` is the SHA-256 of a token that only its owner, or a cookie, has.
 */
type Flag = 0 | 1

export interface UserTable {
  id: Generated<number>
  username: string
  /** Normalized name for comparisons, see `usernameKey`. */
  username_key: string
  /** Name that senders and recipients read. */
  display_name: string | null
  email: string | null
  /** Time at which the code sent to that address was entered; null if the address is unconfirmed. */
  email_confirmed_at: string | null
  /** Language of mails to this person, two letters; null if no browser has reported one. */
  language: string | null
  is_active: Generated<Flag>
  /** True for the operator; set by the command line. */
  is_operator: Generated<Flag>
  created_at: string
  verifier_salt: string
  verifier_iterations: number
  /**
   * 'login': the password signs in. 'key': it opens the private key and confirms changes, while sessions are opened by
   * an identity provider. 'none': as 'key', but nobody knows the password behind the verifier.
   */
  password_kind: Generated<'login' | 'key' | 'none'>
  /** argon2id of the login verifier. */
  verifier_hash: string
  /** Key in force, which uploaders get. Set only together with its sealed private key. */
  public_key_spki: string | null
  /** Uploaded public key whose sealed private key has not arrived yet. */
  pending_public_key_spki: string | null
  encrypted_private_key: string | null
  kdf_salt: string | null
  kdf_iterations: number | null
  /** Private key in force, sealed for a recovery code; base64. Deleted when another key comes into force. */
  recovery_box: string | null
  recovery_box_made_at: string | null
  /** Base32. May be set while `is_2fa_enabled` is 0: then no code is required. */
  totp_secret: string | null
  is_2fa_enabled: Generated<Flag>
  /** Latest 30-second step whose code was used; codes of this step and earlier ones are rejected. */
  totp_last_step: number | null
}

/** A key pair that was replaced, or whose private key was resealed. */
interface FormerKeyPairTable {
  id: Generated<number>
  user_id: number
  public_key_spki: string
  encrypted_private_key: string
  kdf_salt: string
  kdf_iterations: number | null
  replaced_at: string
}

/** Proof of a correct password while the second factor is awaited. */
interface LoginTicketTable {
  token_hash: string
  user_id: number
  created_at: string
  tries: Generated<number>
}

interface SessionTable {
  token_hash: string
  user_id: number
  created_at: string
  last_seen_at: string
}

/** Identity of a user at the provider that opens sessions; see `singleSignOn`. */
interface OidcIdentityTable {
  user_id: number
  /** Issuer in the form of `issuerKey`. */
  issuer: string
  sub: string
  linked_at: string
}

interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  scopes: string
  created_at: string
  expires_at: string
  /** Precise to about a minute. */
  last_used_at: string | null
}

/** A passkey that opens the private key in force. Deleted when another key comes into force. */
interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** Base64url. */
  credential_id: string
  /** Host that it was made at. */
  rp_id: string
  transports: string
  name: string
  /** Private key in force, sealed for what the authenticator derives; base64. */
  wrap: string
  created_at: string
  /** When the wrap was last given. */
  last_used_at: string | null
}

export interface FolderTable {
  id: Generated<number>
  /** Title; for a shared folder, that of its newest statement. */
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
  /** Maximum ciphertext in bytes; null for no limit besides those of server and account. */
  quota_bytes: number | null
  /** Fields that senders fill in; null for none. */
  sender_fields: string | null
  /** Sealed bytes of its files with their rows and answers; a running total, see `addToFolderTotals`. */
  kept_bytes: Generated<number>
}

interface FileTable {
  id: Generated<number>
  folder_id: number
  original_filename: string
  /** Directory as sent, '.' for the root. */
  directory: string
  /** Name without directory, as listed; a repeated one has a suffix such as ' (2)'. */
  listed_name: string
  /** NFC of directory and listed name, or its hash (`listedKey`), unique in a folder. */
  listed_key: string
  size: number
  sha256: string
  encrypted_key: string
  encryption_iv: string
  manifest: string | null
  /** Fingerprint of the key it is sealed to, as reported by its sender, or else of the key in force on arrival. */
  sealed_to: string | null
  uploader_email: string | null
  /** The person who sent it from the page of the folder, which is their own; null for the upload link and copies. */
  sent_by: Generated<number | null>
  upload_time: string
  last_downloaded_admin: string | null
  blob_key: string
  sealed_size: number
  /** Bytes that quotas count for the row itself, see `rowBytesOf`. */
  row_bytes: Generated<number>
  /** Id of the file it is a copy of, which may have been deleted; null for an upload, as `copy_id`. */
  copied_from: number | null
  /** Random id of the copy operation, chosen by the client. */
  copy_id: string | null
  /** SHA-256 of its sealed bytes, base64url; null if not hashed yet, or if the object store's records have it. */
  sealed_sha256: string | null
  /** Time of hashing: on arrival, or when it was read from the store later. */
  hashed_at: string | null
  /** Time at which the bytes in the store were found missing or changed; null if no damage is known. */
  damaged_at: string | null
  /** Batch it was sent with, if its sender named one; null for copies. */
  batch_id: string | null
}

/** Sealed answers of a sender, kept as long as a file of the batch exists. */
interface BatchAnswersTable {
  folder_id: number
  batch_id: string
  /** Base64. */
  answers: string
}

/** Members of a folder and their roles. A folder of one person has one row, for its owner. See [Note: Access]. */
interface FolderMemberTable {
  folder_id: number
  user_id: number
  role: Role
  since: string
  notify_by_email: Generated<Flag>
  mailed_at: string | null
}

/** The code in force that confirms the address in a user's profile. */
export interface EmailCodeTable {
  user_id: number
  /** HMAC of user, address and code. */
  code_hash: string
  tries: number
  created_at: string
}

/** A batch that nobody has been notified of yet, with what has been received of it. */
interface ArrivingBatchTable {
  folder_id: number
  batch_id: string
  files: number
  /** Total size of the plaintexts. */
  bytes: number
  /** JSON list of batch indexes that were refused and not received later. */
  refused: string
  /** Verified address; null if the folder does not ask for one, or if the requests had different ones. */
  sender_email: string | null
  /** The person who sends it from the page of the folder; null for the upload link, or if requests differ. */
  sent_by: Generated<number | null>
  /** Set if a request declared itself the last one. */
  has_ended: Flag
  last_at: string
  /** Client address of its latest request, reduced as for rate limits, and the user who was signed in. */
  sender_address: Generated<string | null>
  sender_id: Generated<number | null>
  /** Counts that the audit trail contains already. */
  heard_files: Generated<number>
  heard_bytes: Generated<number>
  heard_refused: Generated<number>
  /** Arrival of the first request that is not in the audit trail yet; null if all are. */
  rest_began_at: string | null
}

/** An event ([Note: Audit trail]). It has no foreign keys, as it outlives folders and people. */
interface AuditEventTable {
  id: Generated<number>
  at: string
  kind: AuditKind
  by: ActorKind
  /** User who did it, with their name at that time; null for a visitor or the command line. */
  actor_id: number | null
  actor: string | null
  /** Name of the API token that was used. */
  api_token: string | null
  address: string | null
  /** Account that was affected; null for an event of a folder. */
  account_id: number | null
  folder_id: number | null
  /** Title at that time. */
  folder: string | null
  /** JSON: `AuditDetails`. */
  details: string
}

/** An owner of a folder at its deletion, who can still read its events. */
interface DeletedFolderOwnerTable {
  folder_id: number
  user_id: number
  deleted_at: string
}

interface WebhookTable {
  folder_id: number
  /** User who entered the address: the webhook is deleted when they no longer own the folder. Null if unknown. */
  user_id: number | null
  url: string
  /** Key of the HMAC. */
  secret: string
  secret_made_at: string
  last_at: string | null
  last_how: WebhookOutcome['how'] | null
  last_status: number | null
}

/** A notice that one person, or the folder's webhook, is still to receive. */
interface NoticeTable {
  id: Generated<number>
  folder_id: number
  /** Null for the webhook. */
  user_id: number | null
  kind: 'complete' | 'with-errors' | 'cut-off' | 'download'
  batch_id: string | null
  /** Id of a download link, which may have been deleted. */
  link_id: number | null
  files: number
  bytes: number
  refused: number
  sender_email: string | null
  happened_at: string
  /** Creation of the notice, which may be later than the event. */
  made_at: string
  attempts: Generated<number>
  /** Time before which no server claims it: it is postponed, or being delivered. */
  due_at: string
}

/** A mail to a person about being added to a folder; kept after it was sent, as there is one a day. */
interface MemberNoticeTable {
  /** Id of a folder that may be deleted: the row still counts for the limits of mails, until it expires. */
  folder_id: number
  user_id: number
  /** Id of the user who added them, whose account may be deleted. */
  added_by: number
  made_at: string
  attempts: Generated<number>
  /** Time before which no server claims it, as in `NoticeTable`; null once it was sent or given up. */
  due_at: string | null
}

interface SharedFolderTable {
  folder_id: number
  /** 16 random bytes, base64url; id of the folder in its statements. */
  fid: string
}

export interface RosterStatementTable {
  folder_id: number
  seq: number
  statement: string
  signature: string
  /** SHA-256 of the bytes of both, base64url; `prev` of the next statement. */
  hash: string
}

/** Public keys of all people whom a roster has ever named, for verifying its statements. */
export interface RosterKeyTable {
  folder_id: number
  fingerprint: string
  public_key_spki: string
}

/** A key pair of a shared folder. */
export interface FolderGenerationTable {
  folder_id: number
  gen: number
  fingerprint: string
  public_key_spki: string
  sealed_private: string
  since: string
}

/** Secret of a generation, wrapped for a current member. */
export interface FolderGrantTable {
  folder_id: number
  gen: number
  user_id: number
  sealed: string
}

/** A member's wish to leave. */
interface LeaveNoticeTable {
  folder_id: number
  user_id: number
  at: string
}

/** Upload link of a folder before its key was changed. */
interface ReplacedUploadLinkTable {
  folder_id: number
  link_token: string
  replaced_at: string
}

/** A user's sealed contacts: what they remember of people and folders. */
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
  /** argon2id of the link password's verifier; null if the link has no password. */
  password_hash: string | null
  /** Salt and iterations of the verifier; null if the password was sent in the clear. */
  password_salt: string | null
  password_iterations: number | null
  /** part1 of its key strings: the link's master key, wrapped with the password. */
  sealed_master: string | null
  download_count: Generated<number>
  /** Maximum number of visitors; null for no limit. */
  max_downloads: number | null
  /** Number of visitors who have used it while it was limited. */
  used_downloads: Generated<number>
  /** True if it is for the people in `link_person` alone. */
  requires_email: Generated<Flag>
  title: string | null
  message: string | null
  /** Time at which it was deleted, see [Note: Links that have ended]; null until then. */
  ended_at: string | null
  /** Numbers of its rows in `download_link_file` and `link_person`; not kept once it has ended. */
  file_count: Generated<number>
  people_count: Generated<number>
}

export interface LinkPersonTable {
  link_id: number
  /** Address in its normal form, see `normalizeEmail`. */
  email: string
  /** Address for mails, as the owner typed it. */
  mailbox: string
  /** Time at which they last entered a code; null if they never did. */
  opened_at: string | null
}

/** A browser whose visitor has proved an address of a download link. Deleted with the person. */
interface LinkPassTable {
  token_hash: string
  link_id: number
  email: string
  until: string
}

/** A visitor's use of a limited link, which they may continue until it expires. */
interface LinkUseTable {
  link_id: number
  /** SHA-256 of the token in their cookie. */
  visitor_hash: string
  until: string
}

/** Quota of an account; its row is locked when anything is added to an account with a quota. */
interface AccountQuotaTable {
  user_id: number
  /** Maximum ciphertext in bytes; 0 for no limit, null for the configured default. */
  bytes: number | null
}

/** Data that the creator of a link has sealed for themselves (core/crypto/FORMAT.md, 10). It never changes. */
interface LinkBoxTable {
  link_id: number
  /** Base64. */
  sealed_link: string
  /** Ids and commitments, in base64, of the files that the link was created for, including deleted ones. */
  file_commitments: string
  /** SHA-256 of the request that created it, without the password: a repeat must be identical. */
  request_hash: string
}

/** Tokens of all download links ever created, including deleted ones, so that none is reused. */
interface UsedLinkTokenTable {
  token_hash: string
}

interface DownloadLinkFileTable {
  link_id: number
  file_id: number
  /** part2 of its key string. */
  sealed_key: string
}

/** A file that is uploaded in numbered parts. The row is kept after the confirmation, to respond to late parts. */
interface UploadTable {
  id: string
  folder_id: number
  blob_key: string
  size: number
  part_size: number
  created_at: string
  /** Null if none has been received. */
  first_part_at: string | null
  /** Time of the last bytes of a part, precise to a minute; initially that of the announcement. */
  last_part_at: string
  /** Bytes of all parts that were begun, including repeats, without those that were not received. */
  sent_bytes: Generated<number>
  /** Number of parts begun, including repeats and interrupted ones. */
  sent_parts: Generated<number>
  /**
   * HMAC of the visitor's address, for IPv6 preceded by that of its network and a dot; set while the upload is
   * unfinished. Null for users who were signed in.
   */
  visitor_mark: string | null
  confirmed_at: string | null
  /** Verified address of the sender, if the folder asked for one. */
  uploader_email: string | null
  /** The person who sends it from the page of the folder, who alone may continue it; null for the upload link. */
  sent_by: Generated<number | null>
}

/** Gates of an upload link that a browser has passed; see [Note: Gates of an upload link]. */
export interface GatePassTable {
  token_hash: string
  folder_id: number
  /** Identifies the link password that was entered: it changes with the password. */
  password_mark: string | null
  password_until: string | null
  email: string | null
  email_until: string | null
}

/** The verification code in force for an address on an upload link, or on a download link of the folder. */
export interface UploadCodeTable {
  folder_id: number
  /** HMAC of the address, for a download link of link and address: anybody may type addresses of others. */
  address_mark: string
  /** HMAC of link, address and code. */
  code_hash: string
  tries: number
  created_at: string
}

/** Requests for codes, by address and across all links. */
interface CodeRequestTable {
  address_mark: string
  /** JSON list, oldest first: a time, a space and the mark of the requester. */
  times: string
  last_at: string
}

/** Result for a file of a batch, for repeated requests. */
interface BatchResultTable {
  folder_id: number
  batch_id: string
  batch_index: number
  result: string
  created_at: string
}

/** Keys of bytes that belong to no file yet; inserted before their first byte is written. */
interface StagedTable {
  blob_key: string
  /** Renewed by the server that receives the bytes. */
  renewed_at: string
}

/** Keys whose bytes are still to be deleted from the store. */
interface GarbageTable {
  blob_key: string
  created_at: string
}

interface SettingTable {
  name: string
  value: string
}

/** Branding by the operator: a single row, or none if nothing was changed. */
export interface LookTable {
  id: 1
  name: string | null
  accent: string | null
  greeting: string | null
  imprint_url: string | null
  privacy_url: string | null
  support: string | null
  /** A PNG encoded by the server, and the first hex digits of its SHA-256. */
  logo: Buffer | null
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
  changed_at: string
}

/** Rules of the operator: a single row, or none if none was ever set. */
interface OperatorRulesTable {
  id: 1
  require_link_password: Flag
  max_link_days: number | null
  require_named_people: Flag
  max_link_uses: number | null
  require_upload_gate: Flag
  /** JSON list; null for all domains. */
  email_domains: string | null
  changed_at: string
}

/** Counts of calls and attempts; written by the package behind `Counters`. */
interface RateLimitTable {
  key: string
  points: number
  /** Expiry of the count, in milliseconds since 1970. */
  expire: number | null
}

/** Multipart upload in an object store, for a key that is, or was, written in parts. */
interface PartsUploadTable {
  blob_key: string
  upload_id: string
}

/** Hash of bytes that an object store received, as the store may not report one. */
export interface StoredHashTable {
  blob_key: string
  /** Part number from 1; 0 if the object was written as a whole. */
  part: number
  /** ETag of these bytes: if a part is received twice at the same time, one of them stays. */
  etag: string
  /** Size in bytes; 0 if unknown. */
  size: number
  /** SHA-256 in base64url. */
  sha256: string
}

/** What a sender states of a part that goes straight to the store, until it is read back. */
interface StatedChecksumTable {
  blob_key: string
  part: number
  /** In hex. */
  xxh64: string
}

/** A file of a build's folder `assets`, or a compressed form of one. */
interface AssetTable {
  name: string
  bytes: Buffer
  /** Last time that a server whose build contains it was running, precise to an hour. */
  last_run_at: string
}

/** An object that is being moved, or was, to a new store; in the target database only. */
interface MovedObjectTable {
  blob_key: string
  /** Set once it is durable and was read back identical to the source. */
  is_done: Flag
}

export interface Tables {
  user: UserTable
  former_key_pair: FormerKeyPairTable
  login_ticket: LoginTicketTable
  session: SessionTable
  oidc_identity: OidcIdentityTable
  api_token: ApiTokenTable
  passkey: PasskeyTable
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
  member_notice: MemberNoticeTable
  audit_event: AuditEventTable
  deleted_folder_owner: DeletedFolderOwnerTable
  file: FileTable
  batch_answers: BatchAnswersTable
  download_link: DownloadLinkTable
  download_link_file: DownloadLinkFileTable
  link_box: LinkBoxTable
  link_use: LinkUseTable
  link_person: LinkPersonTable
  link_pass: LinkPassTable
  used_link_token: UsedLinkTokenTable
  upload: UploadTable
  batch_result: BatchResultTable
  staged: StagedTable
  garbage: GarbageTable
  parts_upload: PartsUploadTable
  stored_hash: StoredHashTable
  stated_checksum: StatedChecksumTable
  setting: SettingTable
  look: LookTable
  operator_rules: OperatorRulesTable
  gate_pass: GatePassTable
  upload_code: UploadCodeTable
  code_request: CodeRequestTable
  rate_limit: RateLimitTable
  asset: AssetTable
  moved_object: MovedObjectTable
}

/** Database or transaction on which a query function runs. */
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
export type PasskeyRow = Selectable<PasskeyTable>
export type LoginTicketRow = Selectable<LoginTicketTable>

export const toFlag = (value: boolean): Flag => (value ? 1 : 0)
