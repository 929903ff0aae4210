import type { ArchiveEntry, SealedSource } from '../protocol/downloadJobs.ts'

export interface SingleDownload {
  filename: string
  source: SealedSource
}

export interface ArchiveDownload {
  filename: string
  entries: ArchiveEntry[]
}

export interface DownloadProgress {
  bytes: number
  total: number
  filesDone: number
}

export interface DownloadOptions {
  signal: AbortSignal
  /** See `DownloadJob`; not, unless it is given. */
  compareSha256?: boolean
  onProgress: (progress: DownloadProgress) => void
  /** The browser is about to write the first byte. */
  onStarted?: () => void
  /** Of a single file every byte has come; what is left is to open and check the last of them. */
  onArrived?: () => void
}

/** A file of an archive that is not in it, by its index. */
export interface LeftOutFile {
  entry: number
  message: string
}

export type DownloadOutcome =
  | { type: 'finished'; bytes: number; leftOut: readonly LeftOutFile[] }
  | { type: 'cancelled'; bytes: number }
  /** `entry` is the index of the file that failed; null when it was none of them. */
  | { type: 'failed'; entry: number | null; message: string; leftOut: readonly LeftOutFile[] }

/** This browser, or this window, cannot save such a download. `message` names the missing ability. */
export class DownloadUnavailableError extends Error {
  override name = 'DownloadUnavailableError'
}
