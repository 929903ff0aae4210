import type { UploadJournal } from './uploadJournal.ts'

/** One file to send. `id` is the caller's own name for it in events. */
export interface UploadItem {
  id: string
  file: File
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  path: string
  /** Its number in the batch, of which this may be a later attempt at what is missing. */
  index: number
}

/** The way of a file between 'pending' and its end; see the table of steps in docs/architecture.md. */
export type SendingStatus = 'hashing' | 'encrypting' | 'pending' | 'uploading'

/** Where a file failed: before anything of it was sent, by the request, or by the server's verdict. */
export type FailureStage = 'processing' | 'request' | 'server'

/** The link asks again for what its visitor had passed. Nothing is lost: the journal knows where the upload stands. */
export class GateClosedError extends Error {
  override name = 'GateClosedError'
}

export type UploadEvent =
  | { type: 'statusChanged'; id: string; status: SendingStatus }
  /** Plaintext bytes of the file that are on the server, as far as is known. Goes back when something is sent again. */
  | { type: 'progressed'; id: string; sentBytes: number }
  | { type: 'succeeded'; id: string; fileId: number; filename: string; sha256: string }
  | { type: 'failed'; id: string; stage: FailureStage; error: string }

export interface UploadBatch {
  linkToken: string
  recipientKey: CryptoKey
  /** The folder asks to refuse files whose content contradicts their extension. */
  checkTypes: boolean
  /** Base64url of 16 random bytes. */
  batchId: string
  /** How many files the person set out to send, all attempts together. */
  count: number
  items: UploadItem[]
  /** Where this upload stands, for whoever goes on with it. */
  journal: UploadJournal
  signal: AbortSignal
  /** Called often; must be cheap. Every item ends with 'succeeded' or 'failed' unless the signal aborts or a gate closes. */
  onEvent: (event: UploadEvent) => void
  /** Whether the upload is waiting for the network or the server. */
  onConnection: (lost: boolean) => void
}
