import type { Kysely } from 'kysely'
import type { BlobStore } from './blobs/blobStore.ts'
import type { Tables } from './db/schema.ts'
import type { DownloadNotes } from './downloads/downloadNotes.ts'
import type { Housekeeping } from './housekeeping.ts'
import type { Accounts } from './security/accounts.ts'

/** What is made before the server; the rest needs its log. */
export type Services = Omit<Context, 'housekeeping' | 'downloadNotes'>

/** What the routes work with; nothing in it holds state of its own but database and store. */
export interface Context {
  db: Kysely<Tables>
  blobs: BlobStore
  accounts: Accounts
  housekeeping: Housekeeping
  downloadNotes: DownloadNotes
  /** Key of the CSRF tokens. */
  csrfSecret: Buffer
  /** Key of the cookies that remember a download link's password. */
  downloadSecret: Buffer
  /** Whether password fields may carry the password itself. */
  allowRawPassword: boolean
  /** Origin under which browsers reach this server; undefined: whatever the request says. */
  publicOrigin: string | undefined
  now: () => Date
  /** An upload from which no byte came for so long is given up. */
  stallMs: number
}

export const isoNow = (context: Pick<Context, 'now'>): string => context.now().toISOString()
export const isoBefore = (time: Date, seconds: number): string =>
  new Date(time.getTime() - seconds * 1000).toISOString()
