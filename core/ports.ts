/**
 * What the engine needs of a platform, as types alone. A browser fills these in `src/platform` and `workers`,
 * Node in `cli/platform`; the engine between them is the same.
 */
import type { FileKeyBytes, OriginKey, SealedAnswers } from './crypto/index.ts'
import type { Fault, Settled } from './faults/fault.ts'
import type { FileSeal, ManifestEntry } from './seal/types.ts'
import type { Answer, FileRecord, Kept, Place, SealedFile, UnitId, What } from './upload/state.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/* Sealing threads */

/** A file as it is read. All fail with a FaultError 'file-changed' where it is not what it was. */
export interface Source {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly lastModified: number
  /** The first bytes, at most so many. */
  head(bytes: number): Promise<Bytes>
  whole(): Promise<Bytes>
  reader(): SourceReader
}

/** Front to back, into memory that is given and comes back below the result. */
export interface SourceReader {
  read(bytes: number, memory: ArrayBuffer): Promise<Bytes>
  close(): void
}

/** A streaming SHA-256 whose state can be noted on the way: equal states, equal beginnings. */
export interface MarkedHash {
  /** Takes the pieces, and gives them back when it is done with them. */
  update(pieces: Bytes[]): Promise<Bytes[]>
  /** Of the beginning so far. Opaque: compared with others of the same platform only. */
  mark(): Promise<string>
  /** Ends it. */
  digestHex(): Promise<string>
  /** Instead of `digestHex`: nobody wants to know any more. */
  drop(): void
}

/** A body to send, held where the platform holds such: never the concern of who decides. */
export interface Body {
  readonly size: number
  /** As often as it takes. */
  send(request: RequestHead, onLeft: (bytes: number) => void): Promise<RawAnswer>
  /** Its memory serves others. */
  drop(): void
}

/** A body that is being put together: pieces in any order, each at its place. */
export interface BodyBuffer {
  /** Copies. */
  put(piece: Bytes, at: number): void
  /** Copies and lets go of the piece's memory, or keeps the piece as it is. */
  take(piece: Bytes, at: number): void
  /** Nothing may be put into it any more. @param size where it became shorter than announced */
  close(size?: number): Promise<Body>
  /** Instead of `close`. */
  drop(): void
}

export interface RequestHead {
  readonly method: 'POST' | 'PUT'
  /** Below the server's origin; of a store, in full. */
  readonly url: string
  /** A part, for the store: nothing that is the server's goes there, no token and no cookie. */
  readonly direct?: true
  /** Of whoever sends; empty for the store. Threads of a browser cannot read it. */
  readonly csrfToken: string
  readonly contentType?: string
}

/** `status` 0: no answer, no byte moved for too long, or `stop`. */
export interface RawAnswer {
  readonly status: number
  readonly statusText: string
  /** Seconds to wait, as the server asks. */
  readonly retryAfter: number | null
  readonly text: string
}

/** What is sent: put together, held, sent, stopped. */
export interface Bodies {
  room(bytes: number): BodyBuffer
  /** A small one, of texts. */
  ofTexts(texts: readonly (Bytes | string)[]): Body
  /** Ends what is being sent, each as if no answer had come. */
  stop(): void
}

/** What a journal may keep of a key. */
export interface KeyVault {
  /** @param rawKey K of it, which is overwritten when this has returned */
  pack(seal: FileSeal, rawKey: FileKeyBytes): unknown
  /** @throws FaultError 'not-as-sealed' for what this platform did not pack */
  unpack(kept: unknown): Promise<FileSeal>
}

export interface SealingPorts<F> {
  source(file: F): Source
  beginHash(): Promise<MarkedHash>
  bodies: Bodies
  vault: KeyVault
  /** Frees the memory of bytes that nobody reads any more. */
  detach(bytes: Bytes): void
}

/** What the files of a batch are sealed for. */
export interface BatchHead {
  readonly recipient: CryptoKey
  readonly batchId: string
  /** The folder asks to refuse files whose content contradicts their extension. */
  readonly checkTypes: boolean
  /** Of the secret link that they are sent by; null for a plain one. Not kept: whoever goes on has the link. */
  readonly originKey: OriginKey | null
  /** Of its sender, sealed when it was begun, and kept with it; null where there are none. */
  readonly answers: SealedAnswers | null
}

export interface SmallFile<F> {
  readonly file: F
  readonly names: ManifestEntry
}

/** Of one large file. */
export interface FileHead extends BatchHead {
  readonly names: ManifestEntry
  readonly partChunks: number
}

/** Part `n` is sealed; or read again and compared with its mark, and sealed again where it is wanted. */
export interface MakeAs {
  readonly mark: string | null
  readonly isWanted: boolean
  readonly isNew: boolean
}

/**
 * The functions of a sealing thread, by unit number: the same object behind Comlink in a browser and as it is in Node.
 * Faults are values. A unit is begun by `seal` or `open`, and over with `drop`.
 */
export interface SealingWorker<F> {
  /** Who hears how much of a body has left, four times a second at most. */
  attend(tell: (unit: UnitId, what: What, bytes: number) => void): void
  /** A request of small files: read, hashed, sealed to their places in a form. One outcome a file, in order. */
  seal(
    unit: UnitId,
    files: readonly SmallFile<F>[],
    head: BatchHead,
  ): Promise<Settled<readonly (SealedFile | Fault)[]>>
  /** A large file, with the key of before (`kept`, of `KeyVault.pack`) or a fresh one (null). */
  open(unit: UnitId, file: F, head: FileHead, kept: unknown): Promise<Settled<{ seal: unknown }>>
  /** Part after part, in order. */
  make(unit: UnitId, n: number, as: MakeAs): Promise<Settled<{ mark: string }>>
  /**
   * Sends part `n`, the form of small files, or the confirmation of a large one. A part that the server took is let go
   * of here. @param how its last two for 'confirm'
   */
  send(unit: UnitId, what: What, request: RequestHead, how: SendHow): Promise<RawAnswer>
  stop(): void
  drop(unit: UnitId): void
}

export interface SendHow {
  readonly isLast: boolean
  readonly uploadId: string | null
  /** Of the last part, for 'confirm'. */
  readonly finalCheckpoint: string | null
}

/* Whoever carries out what the upload machine decides */

/** The sealing threads. One unit has one thread from its beginning to its `drop`. */
export interface SealingWorkers<F> {
  /** How many units at a time. */
  readonly size: number
  /** A free thread for this unit, or the one it has. @returns null when that has died */
  of(unit: UnitId): Promise<SealingWorker<F> | null>
  /** What its thread holds of it is let go of, and the thread is free for others. */
  drop(unit: UnitId): void
  /** For every thread, whatever it is doing. */
  stop(): void
  onLeft(hear: (unit: UnitId, what: What, bytes: number) => void): void
  onDeath(hear: (unit: UnitId) => void): void
  /** Ends all threads at once, and whatever they are sending. */
  close(): void
}

/** Calls without bytes, and the addresses of those with. Of one upload link. */
export interface UploadCalls {
  /** @param sealedBytes of the file @param partBytes sealed bytes of each part but the last */
  create(sealedBytes: number, partBytes: number, signal: AbortSignal): Promise<Answer>
  ask(uploadId: string, signal: AbortSignal): Promise<Answer>
  /** Where part `n` goes straight to the store. @returns the failure of the call otherwise */
  address(uploadId: string, n: number, signal: AbortSignal): Promise<RequestHead | Fault>
  /** Nobody waits for it. */
  abort(uploadId: string): void
  /** Whether a gate of the link is closed for us now. @throws where nobody answers */
  isGateClosed(): Promise<boolean>
  /** The head of a form, a confirmation, or part `n`. */
  request(what: What, uploadId: string | null): RequestHead
}

export interface UploadJournal {
  /** Before the first byte of a part leaves. Resolves when it is as durable as it can be. */
  keep(index: number, record: FileRecord): Promise<Kept>
  drop(index: number): Promise<void>
  /** Should it be lost, the files are confirmed once more, which changes nothing. */
  ended(files: readonly EndedFile[]): Promise<void>
}

/** A file that the server has confirmed. */
export interface EndedFile {
  readonly index: number
  /** The server's number of the file. */
  readonly fileId: number
  readonly sha256: string
}

export interface Clock {
  /** Milliseconds. */
  now(): number
  /** One timer: the last call counts; null for none. */
  wakeAt(time: number | null, wake: () => void): void
  /** @returns ends that */
  onNetworkBack(back: () => void): () => void
}

export interface UploadClock extends Clock {
  /** From 0 to 1. */
  random(): number
}

export interface UploadPorts<F> {
  workers: SealingWorkers<F>
  head: BatchHead
  /** The file in this place of the plan. */
  file: (place: Place) => F
  names: (place: Place) => ManifestEntry
  calls: UploadCalls
  journal: UploadJournal
  clock: UploadClock
}

/* Opening */

export interface OpeningPorts {
  get(url: string, options: { range?: string; signal: AbortSignal }): Promise<Response>
  beginHash(): Promise<MarkedHash>
}
