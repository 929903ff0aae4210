import { MiB } from '../../contract/limits.ts'
import type { Fault } from '../faults/fault.ts'
import type { Bytes } from '../ports.ts'

/** Same-origin URLs of sealed bytes. All files of a list share one object, so that messages stay small. */
export interface SealedFileUrls {
  /** URL of one file, without its id at the end; supports Range requests. */
  fileUrl: string
  bundleUrl: string
  /** The query of the address of one file, with its '?'; absent: none. */
  query?: string
}

/** A sealed file to be fetched and opened. Its key never leaves this device. */
export interface SealedSource {
  urls: SealedFileUrls
  id: number
  /** Size of the plaintext, in bytes. */
  size: number
  rawKey: Bytes
  iv: Bytes
  /** SHA-256 of the plaintext, in hex; from the manifest, if any. */
  sha256: string
  /** The content root from the manifest; null if none. */
  root: string | null
  /** False for files of other clients, which may be one plain AES-GCM ciphertext of any length. */
  hasManifest: boolean
}

/** Up to this size the SHA-256 is compared as well as the content root, at hardly any cost. */
export const sha256AnywayBytes = 16 * MiB

/** True if the SHA-256 is compared; otherwise it is the sender's claim. @param isAsked see `OpenJob` */
export const comparesSha256 = (
  { size, root }: Pick<SealedSource, 'size' | 'root'>,
  isAsked: boolean,
): boolean => isAsked || root === null || size <= sha256AnywayBytes

export const sealedUrl = ({ urls, id }: Pick<SealedSource, 'urls' | 'id'>): string =>
  `${urls.fileUrl}${id}${urls.query ?? ''}`

/** URL of the concatenated sealed bytes of several files, which all have the same addresses. */
export const togetherUrl = (
  urls: Pick<SealedFileUrls, 'bundleUrl'>,
  sources: readonly Pick<SealedSource, 'id'>[],
): string => `${urls.bundleUrl}?ids=${sources.map(({ id }) => id).join(',')}`

export interface ArchiveEntry extends SealedSource {
  /** Path inside the archive or folder, valid on every system. */
  name: string
  /** Milliseconds since 1970. */
  lastModified?: number
}

export type OpenJob = (
  | { readonly kind: 'file'; readonly source: SealedSource }
  /** Its entries were given by `addEntries`. */
  | { readonly kind: 'archive' }
) & {
  /** True without backpressure of streams: fetches little ahead, and passes on as fast as a disk. */
  readonly hasNoBackpressure: boolean
  /** True to compare the SHA-256 of large files, too, as the person has chosen. */
  readonly compareSha256: boolean
}

/** Reason why an opening waits, which a person or the network removes. 'other-answer': see [Note: Other answers]. */
export type Blocker = 'network' | 'other-answer' | 'link-password' | 'sign-in'

/** True if the opening itself notices that the reason is gone. */
export const isSelfEnding = (blocker: string | null): blocker is 'network' | 'other-answer' =>
  blocker === 'network' || blocker === 'other-answer'

export interface LeftOutFile {
  /** Index of a file that was left out of the archive or folder. */
  readonly entry: number
  readonly fault: Fault
}

export type OpeningEvent =
  /** The download is known and can be saved. `total` is its size in bytes. */
  | { readonly type: 'ready'; readonly total: number }
  | { readonly type: 'progressed'; readonly bytes: number; readonly filesDone: number }
  /** All bytes of a single file were received; the last of them are still to be opened and compared. */
  | { readonly type: 'arrived' }
  /** A file failed and was left out; the others continue. In an archive this happens only before its first byte. */
  | ({ readonly type: 'left-out' } & LeftOutFile)
  | { readonly type: 'blocker'; readonly blocker: Blocker | null }

export type OpeningEnd =
  /** Every byte is verified and passed to the sink. */
  | { readonly type: 'opened'; readonly bytes: number }
  /** `entry` is the index of the file that failed; null if none. */
  | { readonly type: 'failed'; readonly fault: Fault; readonly entry: number | null }
  /** The receiver stopped, or the job was cancelled. */
  | { readonly type: 'aborted' }
