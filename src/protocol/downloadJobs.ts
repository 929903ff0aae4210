/**
 * What a page and the worker that opens a download say to each other.
 *
 * The page sends the job with a MessagePort, over which travel the entries of an archive and everything that the worker
 * has to tell. File keys travel in these messages; link fragments, link passwords and private keys never do.
 *
 * What is opened goes where `OpenTarget` says: for most downloads through a port to the service worker, which answers the
 * browser's own download request with it and knows nothing else of it. The page opens its address in a hidden iframe
 * on 'ready', at once, because a download lives in the service worker's memory only. While it runs, the page pings the
 * service worker itself and not a port: only messages to the worker keep a browser from stopping it.
 */

import { MiB } from '../../contract/limits.ts'

/** How often the page pings, in milliseconds. Firefox stops a silent worker after 30 s, without an error. */
export const pingInterval = 10_000

/** Same-origin addresses of sealed bytes. All files of a list share one of these, so that messages stay small. */
export interface SealedAddresses {
  /** Of one file, without its id at the end; answers Range requests. */
  one: string
  /** Of several small files in one answer. */
  together: string
}

/** A sealed file that a worker can fetch and open. */
export interface SealedSource {
  at: SealedAddresses
  id: number
  /** Plaintext bytes. */
  size: number
  rawKey: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  /** Of the plaintext, in hex; from the manifest where there is one. */
  sha256: string
  /** The content root, out of the manifest; null where there is none. */
  root: string | null
  /** Files of clients without manifests may be one plain AES-GCM ciphertext of any length. */
  hasManifest: boolean
}

/** Up to this size SHA-256 is compared beside the content root: there it costs next to nothing. */
export const sha256AnywayBytes = 16 * MiB

/** Whether the SHA-256 of a download is compared, or stays what the sender states. @param isAsked see `DownloadJob` */
export const comparesSha256 = (
  { size, root }: Pick<SealedSource, 'size' | 'root'>,
  isAsked: boolean,
): boolean => isAsked || root === null || size <= sha256AnywayBytes

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
  /** Somebody asks for it: SHA-256 is compared in large files too, beside their content root. */
  compareSha256: boolean
}

/** Page → service worker. */
export type ToStream =
  /** With a MessagePort, over which its pieces will come. `paced`: see `DownloadJob`. */
  | { type: 'download'; id: string; filename: string; paced: boolean }
  /** What is not with the browser yet is broken off. */
  | { type: 'abandon'; id: string }
  | { type: 'ping'; id: string }

/** Where a worker puts what it opens. */
export type OpenTarget =
  /** A file of this name in the origin-private file system, below `privateFolder` of leftovers.ts. */
  | { kind: 'private-file' }
  /** Whoever takes the pieces, see `givePieces`. */
  | { kind: 'port'; port: MessagePort }
  /** A folder that the person has picked: every entry of an archive becomes a file of its own. */
  | { kind: 'folder'; directory: FileSystemDirectoryHandle }

/** Page → worker. */
export interface OpenJob {
  job: DownloadJob
  target: OpenTarget
}

/** Page → worker, over the job's port. */
export type ToJob = { type: 'entries'; entries: ArchiveEntry[] } | { type: 'cancel' }

/** Why a file could not be opened. */
export type OpenFailure = 'damaged' | 'incomplete' | 'hash-mismatch' | 'network' | 'refused' | 'unsaved'

/** Worker → page, over the job's port. Exactly one of 'finished', 'failed' and 'cancelled' ends a job. */
export type FromJob =
  /** Entries have been taken in, and not all of them have come yet. */
  | { type: 'more' }
  /** All is there: the browser may be told to ask for it. `total` is the length of the download in bytes. */
  | { type: 'ready'; total: number }
  | { type: 'progressed'; bytes: number; filesDone: number }
  /** Of a single file every byte has come; what is left is to open and check the last of them. */
  | { type: 'arrived' }
  /** A file of an archive failed before its first byte: the archive goes on without it. */
  | { type: 'leftOut'; entry: number; reason: OpenFailure; message: string }
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
