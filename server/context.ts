import type { ServerFacts } from '../contract/schemas/diagnosis.ts'
import type { Audit } from './audit/audit.ts'
import type { AuditBuffer } from './audit/auditBuffer.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import type { RouteSettings } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { DownloadRecorder } from './downloads/downloadRecorder.ts'
import type { Housekeeping } from './housekeeping.ts'
import type { Branding } from './branding/branding.ts'
import type { MemoryBudget } from './http/memoryBudget.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Meters } from './metrics/meters.ts'
import type { WebhookClient } from './notices/webhookClient.ts'
import type { UserPasswords } from './security/userPasswords.ts'
import type { SingleSignOn } from './singleSignOn/singleSignOn.ts'
import type { RateLimits } from './security/rateLimits.ts'
import type { StorageLimits } from './uploads/storageLimits.ts'

/** Dependencies of the routes. State is in the database and the store; the process holds only what is in progress. */
export interface Context extends RouteSettings, Pick<Database, 'db' | 'counters'> {
  database: Omit<Database, 'db' | 'counters'>
  blobs: BlobStore
  userPasswords: UserPasswords
  limits: RateLimits
  memory: MemoryBudget
  storageLimits: StorageLimits
  branding: Branding
  housekeeping: Housekeeping
  downloadRecorder: DownloadRecorder
  meters: Meters
  audit: Audit
  auditBuffer: AuditBuffer
  /** Key of the CSRF tokens. */
  csrfSecret: Buffer
  /** Key of the cookies of password-protected download links. */
  downloadSecret: Buffer
  /** HMAC key for stored verification codes, the addresses that requested them, and visitors who upload. */
  gateSecret: Buffer
  mailer: Mailer
  webhookClient: WebhookClient
  /** Undefined if single sign-on is disabled. */
  singleSignOn: SingleSignOn | undefined
  /** Runs the server's part of the operator's self-test. */
  inspect: () => Promise<ServerFacts>
  now: () => Date
  /** Milliseconds without a byte after which an upload is aborted. */
  stallMs: number
}

/** Dependencies that are opened before the application is built. The rest of the context is created from them. */
export type Services = Omit<
  Context,
  'limits' | 'storageLimits' | 'branding' | 'housekeeping' | 'downloadRecorder' | 'audit' | 'auditBuffer'
>
