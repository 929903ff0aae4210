import type { OpeningWorker } from '../../core/open/openingWorker.ts'
import type { SealingWorker } from '../../core/ports.ts'
import type { Benchmarks } from '../../core/seal/benchmarks.ts'

/** The function that every worker of a pool implements, so that the page detects its end; see [Note: Signs of life]. */
export interface LockHolder {
  holdLock(name: string): Promise<void>
}

/** The functions of workers/seal.worker.ts for the page. */
export interface SealThread extends SealingWorker<File>, Benchmarks, LockHolder {
  /** Loads what the first large file needs. */
  warmUp(): Promise<void>
}

/** The place to which a download's worker writes. */
export type OpenTarget =
  /** A file of this name in the origin-private file system, in `openedFilesFolder` of workers/shared/leftovers.ts. */
  | { readonly kind: 'private-file'; readonly name: string }
  /** The receiver of the pieces, see core/open/transferPieces.ts. */
  | { readonly kind: 'port'; readonly port: MessagePort }
  /** The folder that the person has picked. */
  | { readonly kind: 'folder'; readonly directory: FileSystemDirectoryHandle }

/** The functions of workers/open.worker.ts for the page. */
export interface OpenThread extends OpeningWorker<OpenTarget>, LockHolder {}
