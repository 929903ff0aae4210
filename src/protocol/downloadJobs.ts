/**
 * What a page and the thread that opens a download say to each other.
 *
 * The thread is the service worker, which answers the browser's own download request with a stream; or, where there
 * is none, a worker of the page (`SaveJob`), which puts the bytes where the page can save them from. The page sends
 * the job with two MessagePorts. Over the first travel the entries of an archive and everything the thread has to
 * tell; behind the second is a thread of the page that hashes, because a service worker can start none of its own.
 *
 * With the service worker the page opens `streamPath(id)` in a hidden iframe on 'ready', at once, because a job lives
 * in the worker's memory only, and the worker answers that navigation with the stream. While it runs, the page pings
 * the worker itself and not the port: only messages to the worker keep a browser from stopping it.
 *
 * File keys travel in these messages; link fragments, link passwords and private keys never do.
 */

export const streamPrefix = '/stream/'
export const streamPath = (jobId: string) => streamPrefix + jobId

/** How often the page pings, in milliseconds. Firefox stops a silent worker after 30 s, without an error. */
export const pingInterval = 10_000

/** Same-origin addresses of sealed bytes. All files of a list share one of these, so that messages stay small. */
export interface SealedAddresses {
  /** Of one file, without its id at the end; answers Range requests. */
  one: string
  /** Of several small files in one answer. */
  together: string
}

/** A sealed file that a thread can fetch and open. */
export interface SealedSource {
  at: SealedAddresses
  id: number
  /** Plaintext bytes. */
  size: number
  rawKey: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  /** Of the plaintext, in hex; from the manifest where there is one. */
  sha256: string
  /** Files of clients without manifests may be one plain AES-GCM ciphertext of any length. */
  hasManifest: boolean
}

export const sealedUrl = ({ at, id }: Pick<SealedSource, 'at' | 'id'>): string => `${at.one}${id}`

/** Of the sealed bytes of several files, one after the other. @param sources one at least, all with one address */
export const togetherUrl = (sources: readonly Pick<SealedSource, 'at' | 'id'>[]): string =>
  `${sources[0]?.at.together}?ids=${sources.map(({ id }) => id).join(',')}`

export interface ArchiveEntry extends SealedSource {
  /** Path inside the archive or folder, already safe for every system. */
  name: string
  /** Milliseconds since 1970. */
  lastModified?: number
}

export type DownloadJob = (
  | { kind: 'file'; filename: string; source: SealedSource }
  /** `entryCount` entries follow over the port, some at first and some for each 'more'. */
  | { kind: 'archive'; filename: string; entryCount: number }
) & {
  id: string
  /** Streams of this browser take whatever they are given: fetch little ahead, and hand over no faster than a disk. */
  paced: boolean
}

/** Another number whenever one side would no longer understand the other of before. */
export const jobProtocol = 2

/** Page → service worker. */
export type ToWorker =
  /** With a MessagePort, over which `jobProtocol` comes back. */
  | { type: 'protocol' }
  | { type: 'download'; job: DownloadJob }
  | { type: 'ping'; id: string }
  /** To a worker that waits to take the place of this one; as workbox-window puts it. */
  | { type: 'SKIP_WAITING' }

/** Where a worker of the page puts what it opens. */
export type SaveTarget =
  /** A file of this name in the origin-private file system, below `privateFolder`. */
  | { kind: 'private-file' }
  /** The page: pieces come as 'piece', each to be answered by 'taken'. */
  | { kind: 'page' }
  /** A folder that the person has picked: every entry of an archive becomes a file of its own. */
  | { kind: 'folder'; directory: FileSystemDirectoryHandle }

/** Page → worker of the page. */
export interface SaveJob {
  job: DownloadJob
  target: SaveTarget
}

/** Name of the folder in the origin-private file system; each job has a folder named by its id in it. */
export const privateFolder = 'downloads'

/** Page → thread, over the job's port. */
export type ToJob = { type: 'entries'; entries: ArchiveEntry[] } | { type: 'cancel' } | { type: 'taken' }

/** Why a file could not be opened. */
export type OpenFailure = 'damaged' | 'incomplete' | 'hash-mismatch' | 'network' | 'refused' | 'unsaved'

/** Thread → page, over the job's port. Exactly one of 'finished', 'failed' and 'cancelled' ends a job. */
export type FromJob =
  /** Entries have been taken in, and not all of them have come yet. */
  | { type: 'more' }
  /** All is there: the page may open `streamPath`. `total` is the length of the download in bytes. */
  | { type: 'ready'; total: number }
  | { type: 'progressed'; bytes: number; filesDone: number }
  /** Of a single file every byte has come; what is left is to open and check the last of them. */
  | { type: 'arrived' }
  /** A file of an archive failed before its first byte: the archive goes on without it. */
  | { type: 'leftOut'; entry: number; reason: OpenFailure; message: string }
  | { type: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'finished'; bytes: number }
  /** `entry` is the index of the file that failed; null when it was none of them. */
  | { type: 'failed'; entry: number | null; reason: OpenFailure; message: string }
  /** The person or the browser ended the download. */
  | { type: 'cancelled'; bytes: number }

/** Service worker → page: a ping named a job that it does not know, because the browser restarted it. */
export interface JobLost {
  type: 'job-lost'
  id: string
}
