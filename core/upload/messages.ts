import type { Fault } from '../faults/fault.ts'
import type { ServerState } from '../faults/otherAnswer.ts'
import type {
  UploadResponse,
  JournalRecord,
  Durability,
  PlanIndex,
  SealedFormFile,
  UnitId,
  RequestKind,
} from './state.ts'
import type { StoredAs } from './storedAs.ts'

export type Intent = { type: 'begin' | 'pause' | 'resume' | 'cancel' | 'gate-passed' }

/** Events from threads, the server, the journal and the clock. */
export type Fact =
  | { type: 'time' | 'network-back' }
  /** Response to 'ask-gate'. Without one the gate counts as open: the refused requests ask again. */
  | { type: 'gate'; isClosed: boolean }
  | { type: 'died'; unit: UnitId }
  | { type: 'failed'; unit: UnitId; fault: Fault }
  | { type: 'sealed'; unit: UnitId; outcomes: readonly (SealedFormFile | Fault)[] }
  | { type: 'opened'; unit: UnitId; packedKey: unknown }
  | { type: 'made'; unit: UnitId; n: number; checkpoint: string }
  | { type: 'record-stored'; unit: UnitId; record: JournalRecord; as: Durability }
  | { type: 'sent'; unit: UnitId; kind: RequestKind; bytes: number; isAll: boolean }
  | { type: 'responded'; unit: UnitId; kind: RequestKind; response: UploadResponse }

/** `now` is in milliseconds; `random` is from 0 to 1, and spreads the waits of many clients. */
export type UploadInput = (Intent | Fact) & { readonly now: number; readonly random: number }

export type UploadEffect =
  | { do: 'seal'; unit: UnitId; files: readonly PlanIndex[] }
  | { do: 'open'; unit: UnitId; file: PlanIndex; partChunks: number; packedKey: unknown }
  /** Makes part `n`, in order: seals it, or reads it again and seals it again if wanted. */
  | { do: 'make'; unit: UnitId; n: number; checkpoint: string | null; isWanted: boolean; isNew: boolean }
  | CallEffect
  /** The unit is sealed: its thread sends it, and may seal another. */
  | { do: 'free-thread'; unit: UnitId }
  | { do: 'stop' }
  | { do: 'drop'; unit: UnitId }
  | { do: 'abort'; uploadId: string }
  | { do: 'store-record'; unit: UnitId; file: PlanIndex; record: JournalRecord }
  | { do: 'remove-record'; file: PlanIndex }
  | { do: 'store-completed'; files: readonly StoredFile[] }
  | { do: 'ask-gate' }
  | { do: 'emit'; event: UploadEvent }

export interface CallEffect {
  readonly do: 'call'
  readonly unit: UnitId
  readonly kind: RequestKind
  readonly isLast: boolean
  readonly uploadId: string | null
  /** True to send a part straight to the store, to an address that is requested first. */
  readonly isDirectToStore: boolean
  /** The content as the manifest describes it, which 'confirm' needs; see [Note: Checkpoints]. */
  readonly finalCheckpoint: string | null
}

export interface StoredFile extends StoredAs {
  readonly file: PlanIndex
  readonly hash: string
}

/** Step at which a file failed: before any request, in the request, or by the server's verdict. */
export type FailureStage = 'processing' | 'request' | 'server'

export type FileStage = 'pending' | 'hashing' | 'encrypting' | 'uploading'

export type UploadEvent =
  | { type: 'status'; file: PlanIndex; status: FileStage }
  /** Plaintext bytes sent. Falls only to 0, when the status is 'hashing' or 'pending' again. */
  | { type: 'progressed'; file: PlanIndex; bytes: number }
  | ({ type: 'stored' } & StoredFile)
  | { type: 'failed'; file: PlanIndex; stage: FailureStage; fault: Fault }
  | { type: 'connection'; server: ServerState }
  | { type: 'gate'; isClosed: boolean }
  | { type: 'ended' }
