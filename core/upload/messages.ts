import type { Fault } from '../faults/fault.ts'
import type { Answer, FileRecord, Kept, Place, SealedFile, UnitId, What } from './state.ts'

/** What a person, or the page for them, wants. */
export type Intent = { type: 'begin' | 'pause' | 'resume' | 'cancel' | 'gate-passed' }

/** What has happened: all that any thread, the server, the journal or the clock has to say. */
export type Fact =
  | { type: 'time' | 'network-back' }
  /** The answer to 'ask-gate'. Where nobody answers, none is closed: the calls that were refused ask again. */
  | { type: 'gate'; isClosed: boolean }
  | { type: 'died'; unit: UnitId }
  | { type: 'failed'; unit: UnitId; fault: Fault }
  | { type: 'sealed'; unit: UnitId; outcomes: readonly (SealedFile | Fault)[] }
  | { type: 'opened'; unit: UnitId; seal: unknown }
  | { type: 'made'; unit: UnitId; n: number; mark: string }
  | { type: 'kept'; unit: UnitId; record: FileRecord; as: Kept }
  | { type: 'left'; unit: UnitId; what: What; bytes: number }
  | { type: 'answered'; unit: UnitId; what: What; answer: Answer }

/** `random`: from 0 to 1, for waits that must not be the same everywhere. */
export type Input = (Intent | Fact) & { readonly now: number; readonly random: number }

export type Effect =
  | { do: 'seal'; unit: UnitId; files: readonly Place[] }
  | { do: 'open'; unit: UnitId; file: Place; partChunks: number; seal: unknown }
  /** In order. Part `n` is sealed, or read again and compared with its mark, and sealed again where it is wanted. */
  | { do: 'make'; unit: UnitId; n: number; mark: string | null; isWanted: boolean; isNew: boolean }
  | CallEffect
  | { do: 'stop' }
  | { do: 'drop'; unit: UnitId }
  | { do: 'abort'; uploadId: string }
  | { do: 'keep'; unit: UnitId; file: Place; record: FileRecord }
  | { do: 'unkeep'; file: Place }
  | { do: 'keep-ended'; files: readonly Stored[] }
  | { do: 'ask-gate' }
  | { do: 'tell'; event: UploadEvent }

export interface CallEffect {
  readonly do: 'call'
  readonly unit: UnitId
  readonly what: What
  readonly isLast: boolean
  readonly uploadId: string | null
  /** A part goes straight to the store, to an address that is asked for now. */
  readonly direct: boolean
  /** For 'confirm': what the manifest says of the content, see [Note: Marks]. */
  readonly finalCheckpoint: string | null
}

export interface Stored {
  readonly file: Place
  readonly fileId: number
  readonly hash: string
}

/** Where a file failed: before anything of it was sent, by the request, or by the server's verdict. */
export type FailureStage = 'processing' | 'request' | 'server'

/** What is being done for a file that is neither stored nor failed. */
export type FileStage = 'pending' | 'hashing' | 'encrypting' | 'uploading'

export type UploadEvent =
  | { type: 'status'; file: Place; status: FileStage }
  /** Plaintext bytes that have left. Falls only to 0, when it is 'hashing' or 'pending' anew. */
  | { type: 'progressed'; file: Place; bytes: number }
  | ({ type: 'stored' } & Stored)
  | { type: 'failed'; file: Place; stage: FailureStage; fault: Fault }
  | { type: 'connection'; isLost: boolean }
  | { type: 'gate'; isClosed: boolean }
  | { type: 'over' }
