import type { ServerFacts } from '../contract/schemas/diagnosis.ts'
import type { AuditDep } from './audit/audit.ts'
import type { AuditBufferDep } from './audit/auditBuffer.ts'
import type { BlobsDep } from './blobs/blobStore.ts'
import type { BrandingDep } from './branding/branding.ts'
import type { RouteSettings } from './config/config.ts'
import type { CountersDep, Database, DbDep } from './db/database.ts'
import type { DownloadRecorder } from './downloads/downloadRecorder.ts'
import type { DownloadSecretDep } from './downloads/passwordCookie.ts'
import type { HousekeepingDep } from './housekeeping.ts'
import type { StallDep } from './http/multipart.ts'
import type { MemoryDep } from './http/memoryBudget.ts'
import type { MailerDep } from './mail/mailer.ts'
import type { MetersDep } from './metrics/meters.ts'
import type { WebhookClientDep } from './notices/webhookClient.ts'
import type { CsrfSecretDep } from './plugins/sessions.ts'
import type { GateSecretDep } from './security/emailCodes.ts'
import type { RateLimitsDep } from './security/rateLimits.ts'
import type { UserPasswords } from './security/userPasswords.ts'
import type { SingleSignOn } from './singleSignOn/singleSignOn.ts'
import type { StorageLimitsDep } from './uploads/storageLimits.ts'
import type { ClockDep } from './util/isoTime.ts'

/** Dependencies that are opened before the application is built. */
export interface Services
  extends
    RouteSettings,
    DbDep,
    CountersDep,
    BlobsDep,
    MemoryDep,
    MetersDep,
    CsrfSecretDep,
    DownloadSecretDep,
    GateSecretDep,
    MailerDep,
    WebhookClientDep,
    ClockDep,
    StallDep {
  database: Omit<Database, 'db' | 'counters'>
  userPasswords: UserPasswords
  /** Undefined if single sign-on is disabled. */
  singleSignOn: SingleSignOn | undefined
  /** Runs the server's part of the operator's self-test. */
  inspect: () => Promise<ServerFacts>
}

/**
 * Dependencies of the routes. State is in the database and the store; the process holds only what is in progress. Other
 * folders name the few dependencies that they need.
 */
export interface Context
  extends Services, RateLimitsDep, StorageLimitsDep, BrandingDep, HousekeepingDep, AuditDep, AuditBufferDep {
  downloadRecorder: DownloadRecorder
}
