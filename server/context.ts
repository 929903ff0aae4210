import type { ServerFacts } from '../contract/schemas/diagnosis.ts'
import type { Audit } from './audit/audit.ts'
import type { AuditNotes } from './audit/notes.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import type { Database } from './db/database.ts'
import type { DownloadNotes } from './downloads/downloadNotes.ts'
import type { Housekeeping } from './housekeeping.ts'
import type { Branding } from './branding/branding.ts'
import type { MemoryBudget } from './http/memory.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Meters } from './metrics/meters.ts'
import type { WebhookClient } from './notices/webhookClient.ts'
import type { Accounts } from './security/accounts.ts'
import type { TrustProxy } from './security/addresses.ts'
import type { SingleSignOn } from './singleSignOn/singleSignOn.ts'
import type { RateLimits } from './security/rateLimits.ts'
import type { Room } from './uploads/room.ts'

/**
 * What the routes work with. What has to outlive the process is in database and store; the process itself holds only
 * what is under way: memory that requests have taken, bytes that were announced, notes and mails on their way.
 */
export interface Context extends Pick<Database, 'db' | 'counters'> {
  database: Omit<Database, 'db' | 'counters'>
  blobs: BlobStore
  accounts: Accounts
  limits: RateLimits
  /** What all requests together may hold. */
  memory: MemoryBudget
  room: Room
  /** How the operator has the server look. */
  branding: Branding
  housekeeping: Housekeeping
  downloadNotes: DownloadNotes
  /** Are told what happens, for those who watch the server. */
  meters: Meters
  audit: Audit
  auditNotes: AuditNotes
  /** Key of the CSRF tokens. */
  csrfSecret: Buffer
  /** Key of the cookies that remember a download link's password. */
  downloadSecret: Buffer
  /** Whether password fields may carry the password itself. */
  allowRawPassword: boolean
  /** Key of what is kept of verification codes, of the addresses that asked for them, and of visitors who upload. */
  gateSecret: Buffer
  mailer: Mailer
  webhookClient: WebhookClient
  /** Undefined: no provider opens sessions. */
  singleSignOn: SingleSignOn | undefined
  /** Origin under which browsers reach this server; undefined: whatever the request says. */
  publicOrigin: string | undefined
  /** Undefined: there is no proxy whose forwarding headers count. */
  trustProxy: TrustProxy | undefined
  /** Ciphertext that one folder takes; undefined: as much as there is room for. */
  linkQuotaBytes: number | undefined
  /** Ciphertext that all folders of an account take, where the operator has set no other figure; undefined: no limit. */
  userQuotaBytes: number | undefined
  /** Uploads leave so much of the disk free. */
  minFreeBytes: number
  /** Plaintext bytes of the largest file that is taken. Larger ones that are there stay. */
  maxFileBytes: number
  /** Tries all of it, for the operator's self-test. */
  inspect: () => Promise<ServerFacts>
  /** So long it is kept what happened; 0: it is not written down. */
  auditDays: number
  now: () => Date
  /** An upload from which no byte came for so long is given up. */
  stallMs: number
}

/** What is opened before there is an application; the rest of the context is made of it. */
export type Services = Omit<
  Context,
  'limits' | 'room' | 'branding' | 'housekeeping' | 'downloadNotes' | 'audit' | 'auditNotes'
>

export const isoNow = (context: Pick<Context, 'now'>): string => context.now().toISOString()
export const isoBefore = (time: Date, seconds: number): string =>
  new Date(time.getTime() - seconds * 1000).toISOString()
