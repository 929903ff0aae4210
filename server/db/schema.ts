import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { DB } from './tables.ts'

/** Tables that the migrations make, which also say what their columns hold. */
export type Tables = DB

/** Database or transaction on which a query function runs. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type UserRow = Selectable<Tables['user']>
export type FolderRow = Selectable<Tables['folder']>
export type FileRow = Selectable<Tables['file']>
export type NewFile = Insertable<Tables['file']>
export type DownloadLinkRow = Selectable<Tables['download_link']>
export type LinkBoxRow = Selectable<Tables['link_box']>
export type UploadRow = Selectable<Tables['upload']>
export type NewUpload = Insertable<Tables['upload']>
export type ArrivingBatch = Selectable<Tables['arriving_batch']>
export type AuditEventRow = Selectable<Tables['audit_event']>
export type NoticeRow = Selectable<Tables['notice']>
export type WebhookRow = Selectable<Tables['webhook']>
export type SessionRow = Selectable<Tables['session']>
export type OidcIdentityRow = Selectable<Tables['oidc_identity']>
export type ApiTokenRow = Selectable<Tables['api_token']>
export type PasskeyRow = Selectable<Tables['passkey']>
export type StoredHash = Selectable<Tables['stored_hash']>
export type LoginTicketRow = Selectable<Tables['login_ticket']>
