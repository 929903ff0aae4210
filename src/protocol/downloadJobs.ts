/**
 * What a page and the service worker say to each other about a download.
 *
 * The page sends a `ToWorker` 'download' with two MessagePorts. Over the first travel the entries of an archive and
 * everything the worker has to tell; behind the second is a thread of the page that hashes, because a service worker
 * can start none of its own. On 'ready' the page opens `streamPath(id)` in a hidden iframe at once, because a job
 * lives in the worker's memory only, and the worker answers that navigation with the stream. While it runs, the page
 * pings the worker itself and not the port: only messages to the worker keep a browser from stopping it.
 *
 * File keys travel in these messages; link fragments, link passwords and private keys never do.
 */

export const streamPrefix = '/stream/'
export const streamPath = (jobId: string) => streamPrefix + jobId

/** How often the page pings, in milliseconds. Firefox stops a silent worker after 30 s, without an error. */
export const pingInterval = 10_000

/** A sealed file that the worker can fetch and open. */
export interface SealedSource {
  /** Same-origin address of the sealed bytes; answers Range requests. */
  url: string
  /** Plaintext bytes. */
  size: number
  rawKey: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  /** Of the plaintext, in hex; from the manifest where there is one. */
  sha256: string
  /** Files of clients without manifests may be one plain AES-GCM ciphertext of any length. */
  hasManifest: boolean
}

export interface ArchiveEntry extends SealedSource {
  /** Path inside the archive, already safe for every system. */
  name: string
  /** Milliseconds since 1970. */
  lastModified?: number
}

export type DownloadJob =
  | { kind: 'file'; id: string; filename: string; source: SealedSource }
  /** `entryCount` entries follow over the port. */
  | { kind: 'archive'; id: string; filename: string; entryCount: number }

/** Page → worker. */
export type ToWorker = { type: 'download'; job: DownloadJob } | { type: 'ping'; id: string }

/** Page → worker, over the job's port. */
export type ToJob = { type: 'entries'; entries: ArchiveEntry[] } | { type: 'cancel' }

/** Why a file could not be opened. */
export type OpenFailure = 'damaged' | 'incomplete' | 'hash-mismatch' | 'network' | 'refused'

/** Worker → page, over the job's port. Exactly one of 'finished', 'failed' and 'cancelled' ends a job. */
export type FromJob =
  /** All is there: the page may open `streamPath`. `total` is the length of the download in bytes. */
  | { type: 'ready'; total: number }
  | { type: 'progressed'; bytes: number; filesDone: number }
  | { type: 'finished'; bytes: number }
  /** `entry` is the index of the file that failed. */
  | { type: 'failed'; entry: number; reason: OpenFailure; message: string }
  /** The person or the browser ended the download. */
  | { type: 'cancelled'; bytes: number }

/** Worker → page: a ping named a job that this worker does not know, because the browser restarted it. */
export interface JobLost {
  type: 'job-lost'
  id: string
}
