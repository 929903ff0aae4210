import type { Fault } from '../faults/fault.ts'

/** A file's place in the plan. The file itself stays with the platform, under the same place. */
export type Place = number

export interface PlannedFile {
  /** Its number in the batch, of which this may be a later attempt at what is missing. */
  readonly index: number
  readonly size: number
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  /** What the journal knows of files that were begun in parts. */
  readonly records: ReadonlyMap<Place, FileRecord>
  /** Units of work at a time: one a sealing thread. */
  readonly threads: number
}

/** Where one large file stands, so that another thread, or this page after a reload, can go on. */
export interface FileRecord {
  /** Key and IV as the journal can keep them; nothing here looks inside. */
  readonly seal: unknown
  readonly uploadId: string
  readonly partChunks: number
  /** Parts 1 to this one are sealed. */
  readonly sealedParts: number
  /** By part: of those that may not be on the server, and of the last one sealed. */
  readonly marks: Readonly<Record<number, string>>
}

/** Given in order and never again: what comes late, of a unit that has ended, finds nobody. */
export type UnitId = number

/** What one sealing thread does from its beginning to its end: a request of small files, or one large file. */
export type Unit = RequestUnit | PartsUnit

export interface RequestUnit {
  readonly kind: 'request'
  readonly files: readonly Place[]
  readonly stage: 'sealing' | 'ready' | 'confirming'
  /** Once sealed; those that could not be have ended and are no longer among `files`. */
  readonly sealed: readonly SealedFile[]
  readonly progress: RequestProgress
  readonly deaths: number
}

export interface SealedFile {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  readonly sealedBytes: number
}

/** How far the files of a request have left, in the order in which they travel. */
export interface RequestProgress {
  /** The most bytes of the body that have left, in whatever try: what was told stands until the same place is reached. */
  readonly most: number
  /** So many files have left whole, and so many bytes are theirs. */
  readonly whole: number
  readonly wholeBytes: number
}

export interface PartsUnit {
  readonly kind: 'parts'
  readonly file: Place
  readonly stage: 'opening' | 'asking' | 'parts' | 'ready' | 'confirming'
  readonly partChunks: number
  /** As the journal has it, and no further: what is sent, and what another thread goes on from. Null without an id. */
  readonly record: FileRecord | null
  readonly seal: unknown
  /** Its parts may go straight to the store, as the server says. */
  readonly direct: boolean
  /** Parts that the server has. */
  readonly stored: ReadonlySet<number>
  /** Parts 1 to this one are asked of the thread, which makes them in order; and made. */
  readonly ordered: number
  readonly made: number
  /** Of parts that are made and not in the record yet; the first of them is the one after `record.sealedParts`. */
  readonly newMarks: readonly string[]
  readonly isKeeping: boolean
  /** Parts that room is taken for: ordered to be sent, and not stored. */
  readonly held: number
  /** Plaintext bytes told so far; begins anew with a fresh key only. */
  readonly told: number
  /** Sealed bytes of each part that have left. */
  readonly leftOf: ReadonlyMap<number, number>
  /** How often it has begun anew with a fresh key. */
  readonly fresh: number
  readonly deaths: number
}

export type What = 'create' | 'ask' | 'form' | 'confirm' | number

/** A request to the server, under way or waiting for its turn. */
export interface Flight {
  readonly unit: UnitId
  readonly what: What
  /** Of its body; 0 for a call that only says something. */
  readonly bytes: number
  /** The same could be sent in smaller bodies. */
  readonly mayShrink: boolean
  readonly isLast: boolean
  readonly state: 'waiting' | 'flying'
  /** Not before this time, in milliseconds. */
  readonly notBefore: number
  readonly began: number
  /** It was under way when a person paused: how it ends is no failure. */
  readonly isStopped: boolean
  /** How often the store has failed this part. */
  readonly storeFailures: number
  /** Failures so far: waits grow with them. */
  readonly tries: number
  /** Tokens refused in a row. */
  readonly tokensRefused: number
  /** Failures in a row that may have been its size. */
  readonly cuts: number
  /** Bytes that have left in this try. */
  readonly left: number
  /** Since when the server has answered, but with failures. */
  readonly answeringSince: number | null
}

export interface Wire {
  readonly lanes: number
  readonly successes: number
  readonly flights: readonly Flight[]
  readonly paused: boolean
  /** 'asked': the server has said so of a call, and is asked what is closed. */
  readonly gate: 'open' | 'asked' | 'closed'
  readonly lost: boolean
  /** Parts in a row that the store has failed, so that they came through the server. */
  readonly storeMisses: number
}

/** How large a body may be. There is one such limit for all of them. */
export interface SizeLimit {
  /** No body of more bytes is made. */
  readonly most: number
  /** Somebody said so, and it did not only break off: then it does not grow again. */
  readonly isSure: boolean
  /** The largest that has come through. */
  readonly proven: number
  /** No request has more files: what a form says of them counts too. */
  readonly mostFiles: number
  /** Null while it is not known. */
  readonly bytesPerSecond: number | null
}

export interface UploadState {
  readonly plan: Plan
  readonly life: 'going' | 'cancelled' | 'over'
  /** Files that are in no unit and have not ended. */
  readonly small: Line
  readonly large: Line
  readonly units: ReadonlyMap<UnitId, Unit>
  readonly nextUnit: UnitId
  readonly wire: Wire
  readonly size: SizeLimit
  /** Bytes of parts that may still be sealed ahead. */
  readonly room: number
  /** Why nothing new is begun. */
  readonly full: Fault | null
  /** Files that have not ended. */
  readonly open: number
}

/** Places of the plan from `at` on, behind those that came back. */
export interface Line {
  readonly back: readonly Place[]
  readonly all: readonly Place[]
  readonly at: number
}

/** 'memory': no record of this file is in any storage. 'unsafe': an older one may be, and must not stand in for it. */
export type Kept = 'durable' | 'memory' | 'unsafe'

/** `at`: where a part was to go, or had gone, that was to go straight to the store; left out: through the server. */
export type Answer =
  | {
      ok: true
      uploadId?: string
      /** Of 'create' and 'ask'. */
      direct?: boolean
      parts?: readonly number[]
      verdicts?: readonly Verdict[]
      at?: 'store'
    }
  | { ok: false; fault: Fault; at?: 'address' | 'store' }

export type Verdict = { ok: true; fileId: number } | { ok: false; fault: Fault }
