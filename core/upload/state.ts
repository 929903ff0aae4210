import type { Fault } from '../faults/fault.ts'
import type { HiddenNames } from '../seal/types.ts'
import type { ServerState } from '../faults/otherAnswer.ts'
import type { StoredAs } from './storedAs.ts'

/** Index of a file in the plan. The platform has the file itself, at the same index. */
export type PlanIndex = number

export interface PlannedFile {
  /** Index in the batch; this plan may be a later attempt with fewer files. */
  readonly index: number
  readonly size: number
}

export interface UploadPlan {
  readonly files: readonly PlannedFile[]
  readonly records: ReadonlyMap<PlanIndex, JournalRecord>
  readonly threads: number
}

/** State of one large file, from which another thread, or the page after a reload, can resume. */
export interface JournalRecord {
  /** Key and IV in the form that the journal can store; opaque here. */
  readonly seal: unknown
  readonly uploadId: string
  readonly partChunks: number
  /** Number of parts sealed, from 1 on. */
  readonly sealedParts: number
  /** Checkpoints by part: of those that may not be on the server, and of the last one sealed. */
  readonly marks: Readonly<Record<number, string>>
}

/** Ascending and never reused, so that late events of an ended unit are ignored. */
export type UnitId = number

/** A request of small files, or one large file. It needs a sealing thread of its own until all of it is sealed. */
export type Unit = FormUnit | PartsUnit

export interface FormUnit {
  readonly kind: 'form'
  readonly files: readonly PlanIndex[]
  readonly stage: 'sealing' | 'ready' | 'confirming'
  /** Size of its body, about. */
  readonly bytes: number
  /** Set once sealed; files that failed are no longer in `files`. */
  readonly sealed: readonly SealedFormFile[]
  readonly progress: FormProgress
  readonly threadFailures: number
}

export interface SealedFormFile {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  readonly sealedBytes: number
  /** Absent if the server is told its names. */
  readonly hidden?: HiddenNames | undefined
}

export interface FormProgress {
  /** The most bytes of the body sent in any try: a retry reports nothing until it is past this. */
  readonly sent: number
  /** Number of files that were sent whole, and their bytes. */
  readonly sentFiles: number
  readonly sentFilesBytes: number
}

export interface PartsUnit {
  readonly kind: 'parts'
  readonly file: PlanIndex
  readonly stage: 'opening' | 'asking' | 'parts' | 'ready' | 'confirming'
  readonly partChunks: number
  /**
   * The journal's record, from which parts are sent and resumed, with all checkpoints of parts that were sealed since it
   * was read. Null before there is an upload id.
   */
  readonly record: JournalRecord | null
  readonly packedKey: unknown
  readonly isDirectToStore: boolean
  readonly stored: ReadonlySet<number>
  /** Number of parts ordered from the thread, which makes them in order, and number made. */
  readonly partsRequested: number
  readonly partsSealed: number
  /** Checkpoints of parts made but not recorded yet; the first one is of part `record.sealedParts + 1`. */
  readonly newCheckpoints: readonly string[]
  readonly isWritingRecord: boolean
  /** Number of parts that occupy memory: ordered to be sent and not stored. */
  readonly bufferedParts: number
  /** Plaintext bytes reported so far; reset only with a fresh key. */
  readonly reported: number
  /** Sealed bytes sent, by part. */
  readonly sentByPart: ReadonlyMap<number, number>
  readonly restarts: number
  readonly threadFailures: number
  /** How often parts that the server did not find as they were sent were sent again. */
  readonly resends: number
}

export type RequestKind = 'create' | 'ask' | 'form' | 'confirm' | number

export interface QueuedRequest {
  readonly unit: UnitId
  readonly kind: RequestKind
  /** Size of its body; 0 for a call without one. */
  readonly bytes: number
  /** True if the same content can be sent in smaller bodies. */
  readonly mayShrink: boolean
  readonly isLast: boolean
  readonly state: 'waiting' | 'in-flight'
  /** Earliest time to send it, in milliseconds. */
  readonly notBefore: number
  readonly began: number
  /** `sentBytes` of all requests when it began. */
  readonly sentBefore: number
  /** True if a pause stopped it: its failure does not count. */
  readonly isStopped: boolean
  readonly storeFailures: number
  readonly tries: number
  readonly csrfRefusals: number
  /** How often the server received another body than was sent. */
  readonly alterations: number
  /** Number of failures in a row that may be due to its size. */
  readonly brokenConnections: number
  readonly sent: number
  /** True if only the answer is missing. */
  readonly isAllSent: boolean
  /** Time since which the server has answered with failures only; null if it has not. */
  readonly failingSince: number | null
}

export interface RequestQueue {
  readonly concurrency: number
  readonly successes: number
  readonly requests: readonly QueuedRequest[]
  readonly paused: boolean
  /** 'asked': a request was refused, and the server is asked if a gate is closed. */
  readonly gate: 'open' | 'asked' | 'closed'
  readonly server: ServerState
  /** When the network was last found lost, on the upload's clock; Infinity where something answered. */
  readonly lostAt: number
  /** Number of parts in a row that the store failed and that were sent through the server. */
  readonly storeMisses: number
}

export interface SizeLimit {
  readonly maxBytes: number
  /** True if the limit was stated, not inferred from broken connections: then it does not grow. */
  readonly isStated: boolean
  /** Largest body that has come through, in bytes. */
  readonly largestAcceptedBytes: number
  /** Maximum number of files per request: their form fields count, too. */
  readonly maxFiles: number
}

/** See [Note: The pace of a line]. */
export interface Pace {
  /** Bytes of bodies that have been answered. */
  readonly answeredBytes: number
  /** Bytes a second of all requests together, as the latest answers show them. */
  readonly rates: readonly number[]
}

export interface UploadState {
  readonly plan: UploadPlan
  readonly phase: 'running' | 'cancelled' | 'ended'
  /** Files that are in no unit and have not ended. */
  readonly small: Queue
  readonly large: Queue
  readonly units: ReadonlyMap<UnitId, Unit>
  readonly nextUnit: UnitId
  readonly requestQueue: RequestQueue
  readonly size: SizeLimit
  readonly pace: Pace
  /** Bytes of parts that may still be sealed ahead. */
  readonly freeBufferBytes: number
  /** Why nothing new is begun; null if it is. */
  readonly stopReason: Fault | null
  /** Number of files that have not ended. */
  readonly unfinishedFiles: number
}

/** A queue: requeued files first, then those of `all` from index `at` on. */
export interface Queue {
  readonly requeued: readonly PlanIndex[]
  readonly all: readonly PlanIndex[]
  readonly nextIndex: number
}

/** 'memory': no storage has a record. 'unsafe': one may have an outdated one, not to be used. */
export type Durability = 'durable' | 'memory' | 'unsafe'

/** `at`: what answered for a part that was sent straight to the store; absent for the server. */
export type UploadResponse =
  | {
      ok: true
      uploadId?: string
      /** Used by 'create' and 'ask' alone. */
      direct?: boolean
      parts?: readonly number[]
      verdicts?: readonly Verdict[]
      at?: 'store'
    }
  | { ok: false; fault: Fault; at?: 'address' | 'store' }

export type Verdict = ({ ok: true } & StoredAs) | { ok: false; fault: Fault }
