/** Ports of the engine: browsers implement them in `src/platform` and `workers`, Node in `cli/platform`. */
import type { FileKeyBytes, OriginKey, SealedAnswers } from './crypto/index.ts'
import type { Fault, Settled } from './faults/fault.ts'
import type { HiddenNames, ManifestDraft, SealingKey } from './seal/types.ts'
import type {
  UploadResponse,
  JournalRecord,
  Durability,
  PlanIndex,
  SealedFormFile,
  UnitId,
  RequestKind,
} from './upload/state.ts'
import type { StoredAs } from './upload/storedAs.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/* Sealing threads */

/** A file to read. All methods fail with FaultError 'file-changed' if the file has changed. */
export interface Source {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly lastModified: number
  /** Reads the beginning of the file, at most so many bytes. */
  head(bytes: number): Promise<Bytes>
  whole(): Promise<Bytes>
  reader(): SourceReader
}

/** Reads sequentially into the given memory, which is returned as the buffer of the result. */
export interface SourceReader {
  read(bytes: number, memory: ArrayBuffer): Promise<Bytes>
  close(): void
}

/** A streaming SHA-256 with comparable intermediate states: equal checkpoints mean equal beginnings. */
export interface CheckpointHash {
  /** Hashes the pieces and returns them for reuse. */
  update(pieces: Bytes[]): Promise<Bytes[]>
  /** Checkpoint of the bytes so far. Opaque; comparable on the same platform only. */
  checkpoint(): Promise<string>
  digestHex(): Promise<string>
  /** Discards the hash instead of `digestHex`. */
  drop(): void
}

/** A body to send, in memory of the platform. */
export interface Body {
  readonly size: number
  /** See `bodyChecksumHeader`. Called before `drop`. */
  checksum(): Promise<string>
  /** Sends the body; can be called again. */
  send(request: RequestHead, onProgress: (bytes: number) => void): Promise<RawResponse>
  drop(): void
}

/** A body under construction: pieces can be written in any order. */
export interface BodyBuffer {
  put(piece: Bytes, at: number): void
  /** Takes over the piece: copies it and frees its memory, or keeps it as it is. */
  take(piece: Bytes, at: number): void
  /** Completes the body. @param size final size if smaller than announced */
  close(size?: number): Promise<Body>
  /** Discards the body instead of `close`. */
  drop(): void
}

export interface RequestHead {
  readonly method: 'POST' | 'PUT'
  /** Relative to the server's origin; absolute for the store. */
  readonly url: string
  /** True for a part sent to the store: without cookies or tokens of the server. */
  readonly isDirectToStore?: true
  /** CSRF token of the sender; empty for the store. Worker threads cannot read it themselves. */
  readonly csrfToken: string
  readonly contentType?: string
  /** Checksum of the body; absent for the store. */
  readonly checksum?: string | undefined
}

/** `status` is 0 if there was no response, no byte moved for too long, or after `stop`. */
export interface RawResponse {
  readonly status: number
  readonly statusText: string
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null
  readonly text: string
}

export interface Bodies {
  allocate(bytes: number): BodyBuffer
  ofParts(texts: readonly (Bytes | string)[]): Body
  /** Aborts all requests being sent, as if without a response. */
  stop(): void
}

/** Converts keys to and from the form that a journal stores. */
export interface KeyVault {
  /** @param rawKey raw bytes of its key K; overwritten once this has returned */
  pack(key: SealingKey, rawKey: FileKeyBytes): unknown
  /** @throws FaultError 'not-as-sealed' for a value that this platform did not pack */
  unpack(packedKey: unknown): Promise<SealingKey>
}

export interface SealingPorts<F> {
  source(file: F): Source
  /** Reads files at once, into one buffer; absent where reading each costs no more. @throws FaultError 'file-changed' */
  readTogether?(files: readonly F[]): Promise<Bytes[]>
  beginHash(): Promise<CheckpointHash>
  bodies: Bodies
  vault: KeyVault
  detach(bytes: Bytes): void
}

export interface BatchSettings {
  readonly recipient: CryptoKey
  readonly batchId: string
  /** True if the folder refuses files whose content contradicts their extension. */
  readonly checkTypes: boolean
  /** Key of the secret link that was used; null for a plain link. Not stored: a resume has the link. */
  readonly originKey: OriginKey | null
  /** Tag of the upload link that is used, base64url; null binds the files to none. Not stored: as `originKey`. */
  readonly linkTag: string | null
  /** True if the server must not learn the names of files. A file that was begun so stays so. */
  readonly privateNames: boolean
  /** Answers of the sender, sealed when the batch began and stored with it; null if none. */
  readonly answers: SealedAnswers | null
}

export interface SmallFile<F> {
  readonly file: F
  readonly manifestDraft: ManifestDraft
}

export interface FileSettings extends BatchSettings {
  readonly manifestDraft: ManifestDraft
  readonly partChunks: number
}

/** How to make part `n`: seal it; or read it again, compare its checkpoint, and seal it again if wanted. */
export interface MakePartOptions {
  readonly checkpoint: string | null
  readonly isWanted: boolean
  readonly isNew: boolean
}

/** Gets the bytes of a body that have left, and whether these are all. */
export type OnBodyProgress = (unit: UnitId, kind: RequestKind, bytes: number, isAll: boolean) => void

/**
 * Functions of a sealing thread, by unit: the same object, behind Comlink in a browser and directly in Node.
 * Faults are returned as values. A unit begins with `seal` or `open` and ends with `drop`.
 */
export interface SealingWorker<F> {
  /** Sets the listener for upload progress, called four times a second at most, and when all has left. */
  onProgress(listener: OnBodyProgress): void
  /** Reads, hashes and seals small files into one form. @returns one outcome a file, in order */
  seal(
    unit: UnitId,
    files: readonly SmallFile<F>[],
    settings: BatchSettings,
  ): Promise<Settled<readonly (SealedFormFile | Fault)[]>>
  /** Opens a large file, with a stored key (`packedKey`, from `KeyVault.pack`) or a fresh one (null). */
  open(
    unit: UnitId,
    file: F,
    settings: FileSettings,
    packedKey: unknown,
  ): Promise<Settled<{ packedKey: unknown }>>
  /** Makes part `n`; parts are made in order. */
  make(unit: UnitId, n: number, as: MakePartOptions): Promise<Settled<{ checkpoint: string }>>
  /** XXH64 of part `n`, in hex, for whom its bytes do not come by. */
  checksumOf(unit: UnitId, n: number): Promise<string>
  /** What the confirmation tells of a large file in place of its names; null if it tells them. @param checkpoint of the last part */
  hiddenNames(unit: UnitId, checkpoint: string): Promise<HiddenNames | null>
  /** Sends part `n`, which is freed once stored, a form, or a confirmation, which needs all of `how`. */
  send(unit: UnitId, kind: RequestKind, request: RequestHead, how: BodyOptions): Promise<RawResponse>
  stop(): void
  drop(unit: UnitId): void
}

export interface BodyOptions {
  readonly isLast: boolean
  readonly uploadId: string | null
  /** Checkpoint of the last part, for 'confirm'. */
  readonly finalCheckpoint: string | null
}

/* Ports of the effects of the upload machine */

/** Pool of sealing threads. A unit stays on one thread until its `drop`, and has it for itself until it is freed. */
export interface SealingWorkers<F> {
  readonly size: number
  /** Assigns a free thread to the unit, or returns the one it has. @returns null if that thread has died */
  of(unit: UnitId): Promise<SealingWorker<F> | null>
  /** Lets other units use the thread of one that is sealed. */
  free(unit: UnitId): void
  /** Frees the unit's memory and thread. */
  drop(unit: UnitId): void
  stop(): void
  onProgress(listener: OnBodyProgress): void
  onDeath(listener: (unit: UnitId) => void): void
  /** Ends all threads and their requests at once. */
  close(): void
}

/** Calls of one upload link: those without a body, and the request heads of the others. */
export interface UploadCalls {
  /** @param sealedBytes size of the sealed file @param partBytes sealed size of each part but the last */
  create(sealedBytes: number, partBytes: number, signal: AbortSignal): Promise<UploadResponse>
  ask(uploadId: string, signal: AbortSignal): Promise<UploadResponse>
  /** States the XXH64 of part `n`, and requests the store's address for it. @returns the fault if that failed */
  address(uploadId: string, n: number, xxh64: string, signal: AbortSignal): Promise<RequestHead | Fault>
  /** Aborts an upload on the server, in the background. */
  abort(uploadId: string): void
  /** Asks if a gate of the link is closed for this sender. @throws if there is no response */
  isGateClosed(): Promise<boolean>
  /** Request head for a form, a confirmation, or part `n`. */
  request(kind: RequestKind, uploadId: string | null): RequestHead
}

/** An attempt to send a file whose names are hidden: the server may confirm a repeat by any of them. */
export interface HiddenAttempt extends Pick<HiddenNames, 'hash'> {
  readonly index: number
  /** SHA-256 of the content, in hex. */
  readonly sha256: string
}

export interface UploadJournal {
  /** Records attempts before they are sent. */
  writeAttempts(attempts: readonly HiddenAttempt[]): Promise<void>
  attemptsOf(index: number): readonly HiddenAttempt[]
  /** Stores a record, as durably as possible, before the first byte of its parts is sent. */
  writeRecord(index: number, record: JournalRecord): Promise<Durability>
  removeRecord(index: number): Promise<void>
  /** Records confirmed files. If it is lost, they are confirmed again, which is idempotent. */
  writeCompleted(files: readonly CompletedFile[]): Promise<void>
}

export interface CompletedFile extends StoredAs {
  readonly index: number
  readonly sha256: string
}

export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Sets the one timer, replacing the last; null clears it. */
  wakeAt(time: number | null, wake: () => void): void
  /** @returns a function that removes the listener */
  onNetworkBack(listener: () => void): () => void
}

export interface UploadClock extends Clock {
  /** A random number from 0 to 1. */
  random(): number
}

export interface UploadPorts<F> {
  workers: SealingWorkers<F>
  settings: BatchSettings
  file: (planIndex: PlanIndex) => F
  manifestDraft: (planIndex: PlanIndex) => ManifestDraft
  calls: UploadCalls
  journal: UploadJournal
  clock: UploadClock
}

/* Opening */

export interface OpeningPorts {
  get(url: string, options: { range?: string; signal: AbortSignal }): Promise<Response>
  beginHash(): Promise<CheckpointHash>
}
