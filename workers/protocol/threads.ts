import type { OpeningWorker } from '../../core/open/openingWorker.ts'
import type { SealingWorker } from '../../core/ports.ts'
import type { Benchmarks } from '../../core/seal/benchmarks.ts'

/** Every worker of a pool implements this function, so that the page detects its end; see [Note: Signs of life]. */
export interface LockHolder {
  holdLock(name: string): Promise<void>
}

export interface SealThread extends SealingWorker<File>, Benchmarks, LockHolder {
  /** Loads what the first large file needs. */
  warmUp(): Promise<void>
}

export type OpenTarget =
  /** A file of this name in the origin-private file system, in `openedFilesFolder` of workers/protocol/leftovers.ts. */
  | { readonly kind: 'private-file'; readonly name: string }
  | { readonly kind: 'port'; readonly port: MessagePort }
  | { readonly kind: 'folder'; readonly directory: FileSystemDirectoryHandle }

export interface OpenThread extends OpeningWorker<OpenTarget>, LockHolder {}
