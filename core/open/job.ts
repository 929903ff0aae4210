import { MiB } from '../../contract/limits.ts'
import type { Fault } from '../faults/fault.ts'
import type { Bytes } from '../ports.ts'

/** Same-origin addresses of sealed bytes. All files of a list share one of these, so that messages stay small. */
export interface SealedAddresses {
  /** Of one file, without its id at the end; answers Range requests. */
  one: string
  /** Of several small files in one answer. */
  together: string
}

/** A sealed file that can be fetched and opened. Its key never leaves this device. */
export interface SealedSource {
  at: SealedAddresses
  id: number
  /** Plaintext bytes. */
  size: number
  rawKey: Bytes
  iv: Bytes
  /** Of the plaintext, in hex; from the manifest where there is one. */
  sha256: string
  /** The content root, out of the manifest; null where there is none. */
  root: string | null
  /** Files of clients without manifests may be one plain AES-GCM ciphertext of any length. */
  hasManifest: boolean
}

/** Up to this size SHA-256 is compared beside the content root: there it costs next to nothing. */
export const sha256AnywayBytes = 16 * MiB

/** Whether the SHA-256 of a download is compared, or stays what the sender states. @param isAsked see `OpenJob` */
export const comparesSha256 = (
  { size, root }: Pick<SealedSource, 'size' | 'root'>,
  isAsked: boolean,
): boolean => isAsked || root === null || size <= sha256AnywayBytes

export const sealedUrl = ({ at, id }: Pick<SealedSource, 'at' | 'id'>): string => `${at.one}${id}`

/** Of the sealed bytes of several files, one after the other; all have one address. */
export const togetherUrl = (
  at: Pick<SealedAddresses, 'together'>,
  sources: readonly Pick<SealedSource, 'id'>[],
): string => `${at.together}?ids=${sources.map(({ id }) => id).join(',')}`

export interface ArchiveEntry extends SealedSource {
  /** Path inside the archive or folder, already safe for every system. */
  name: string
  /** Milliseconds since 1970. */
  lastModified?: number
}

export type OpenJob = (
  | { readonly kind: 'file'; readonly source: SealedSource }
  /** Of entries that were given before. */
  | { readonly kind: 'archive' }
) & {
  /** Streams of this browser take whatever they are given: fetch little ahead, and hand over no faster than a disk. */
  readonly paced: boolean
  /** Somebody asks for it: SHA-256 is compared in large files too, beside their content root. */
  readonly compareSha256: boolean
}

/** What an opening waits for, that a person or the network can give. */
export type Blocker = 'network' | 'link-password' | 'sign-in'

export interface LeftOut {
  /** Index of a file of an archive or folder that is not in it. */
  readonly entry: number
  readonly fault: Fault
}

/** What a job says on its way. */
export type OpeningNews =
  /** All is known: whoever saves may ask for it. `total`: bytes of the download. */
  | { readonly type: 'ready'; readonly total: number }
  | { readonly type: 'progressed'; readonly bytes: number; readonly filesDone: number }
  /** Of a single file every byte has come; what is left is to open and compare the last of them. */
  | { readonly type: 'arrived' }
  /** A file failed before its first byte: the archive goes on without it. */
  | ({ readonly type: 'left-out' } & LeftOut)
  | { readonly type: 'needs'; readonly what: Blocker | null }

/** How a job ends. */
export type OpeningEnd =
  /** Every byte is verified and with whoever saves it. */
  | { readonly type: 'opened'; readonly bytes: number }
  /** `entry`: index of the file that failed; null when it was none of them. */
  | { readonly type: 'failed'; readonly fault: Fault; readonly entry: number | null }
  /** Whoever saves it wants no more, or the job was cancelled. */
  | { readonly type: 'aborted' }
