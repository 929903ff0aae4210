import { createHash } from 'node:crypto'
import { KiB } from '../../contract/limits.ts'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Objects that are written together. */
export interface BlobGroup {
  /** A small object, all of it in memory. @returns its SHA-256, in base64url */
  put(key: string, pieces: readonly Uint8Array[]): Promise<string>
  /**
   * An object that comes piece by piece. @param size its bytes, where they are known: with others it is refused by a
   * store that plans with them
   */
  putStream(key: string, size?: number): Promise<BlobWriter>
  /** After this every object of the group survives a power cut. */
  seal(): Promise<void>
}

export interface BlobWriter {
  /** Takes the bytes away, and may empty them; resolves when more may come. */
  write(bytes: Uint8Array): Promise<void>
  /** Durable when resolved; abandoned when rejected. */
  close(): Promise<void>
  /** Ends the writing without a result; what was written is removed with the group. Never throws. */
  abandon(): Promise<void>
}

export type BlobErrorCode =
  /** No such object, or its parts have become an object already. */
  | 'missing'
  /** Not all parts are there, or one has the wrong length; an object has less than it had. */
  | 'incomplete'
  /** The source ended before or went beyond the length that was announced. */
  | 'wrongSize'
  /** The store does not answer, or refuses us: what was asked may come again. */
  | 'unavailable'

export class BlobError extends Error {
  readonly code: BlobErrorCode
  /** @param why for the log; holds no secret */
  constructor(code: BlobErrorCode, why?: string) {
    super(why === undefined ? `blob ${code}` : `blob ${code}: ${why}`)
    this.code = code
  }
}

export const isBlobError = (error: unknown, code: BlobErrorCode): boolean =>
  error instanceof BlobError && error.code === code

/** What a store holds at most of a part that arrives. */
export const partBytes = 512 * KiB

/** Sizes of the numbered parts of an object: all alike but the last. */
export interface PartPlan {
  size: number
  partSize: number
}

export const partCount = (plan: PartPlan): number => Math.ceil(plan.size / plan.partSize)
/** From 1. */
export const partNumbers = (plan: PartPlan): number[] =>
  Array.from({ length: partCount(plan) }, (_, i) => i + 1)
/** Bytes of part `n`, from 1. */
export const partLength = (plan: PartPlan, n: number): number =>
  n < partCount(plan) ? plan.partSize : plan.size - (partCount(plan) - 1) * plan.partSize
/** Where part `n` lies in its object. */
export function partRange(plan: PartPlan, n: number): ByteRange {
  const start = (n - 1) * plan.partSize
  return { start, end: start + partLength(plan, n) - 1 }
}

/** In base64url. */
export async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of pieces) hash.update(bytes)
  return hash.digest('base64url')
}

/** Where a part may be sent past us. Whoever knows the address may send it: it goes into no log. */
export interface PartAddress {
  url: string
  expiresAt: Date
}

/** Of a store that takes parts from whoever has an address for them. */
export interface PartAddresses {
  /** Of all of them, for the policy of pages. */
  readonly origin: string
  /** For part `n`, of exactly `length` bytes. @throws BlobError 'missing' when the key takes no parts (any more) */
  addressOf(key: string, n: number, length: number): Promise<PartAddress>
  /** Has the store let in pages of this origin. @returns where it cannot, what the operator has to do */
  letIn(pages: string): Promise<string | undefined>
}

/** What lies under a key of 32 characters. */
export interface StoredUnit {
  key: string
  /** Bytes, by what follows the key: '' for an object that is one piece, `/n` for object or part `n`. */
  sizes: ReadonlyMap<string, number>
}

/**
 * Where ciphertext lies, by keys that the server makes (`newBlobKey`), never by a user's name.
 * An object is written once, whole or in parts, and never changed.
 *
 * The store does not know which keys are in use: the tables `staged`, `upload`, `file` and `garbage` do.
 */
export interface BlobStore {
  /** Files of a form up to this many bytes are collected in memory, and `put`; longer ones are streamed. */
  readonly smallBytes: number
  /** The most that a writer of `putStream` holds, of whatever length its object is. */
  readonly writerBytes: number
  /** The largest object that a writer takes whose size is not known. */
  readonly mostStreamedBytes: number
  /** So many objects are opened at once where several are read one after the other: 1 where opening costs nothing. */
  readonly openAhead: number
  /** Whether `stored_hash` has the SHA-256 of all that arrives. */
  readonly notesHashes: boolean
  /** Set where parts go straight to the store. */
  readonly addresses?: PartAddresses

  /** A group of objects `<prefix>/<i>`, for the files of one request. */
  openGroup(prefix: string): Promise<BlobGroup>

  /** Makes `key` ready to take parts. */
  createParts(key: string): Promise<void>
  /**
   * Stores part `n` from `source`, which must hold exactly `length` bytes. Atomic: a part is there whole and durable,
   * or as before. The same part may come again, other parts at the same time. Takes the source's pieces away.
   * @throws BlobError 'missing' when the key takes no parts (any more), 'wrongSize' when the source does not fit.
   */
  putPart(key: string, n: number, source: AsyncIterable<Uint8Array>, length: number): Promise<void>
  /** Numbers of the parts that are there with their right length, ascending. */
  listParts(key: string, plan: PartPlan): Promise<number[]>
  /**
   * Turns the parts into one object that survives a power cut. Repeating it is harmless.
   * @throws BlobError 'incomplete', and then further parts may still come; 'missing' for an unknown key.
   */
  completeParts(key: string, plan: PartPlan): Promise<void>

  /**
   * The bytes of an object, in pieces. An object that is shorter than `size`, where that is given, yields none.
   * A piece is valid until the next one is asked for: they share their memory, because memory of its own for each keeps
   * the garbage collector at work for longer than the reading takes.
   * @throws BlobError 'missing', 'incomplete'. Later failures are errors of the iteration, which has to be begun.
   */
  read(key: string, range: ByteRange, size?: number): Promise<AsyncGenerator<Buffer, void, void>>
  /**
   * The bytes of a part that is there, as `read` gives them.
   * @throws BlobError 'missing', also where the store cannot read parts that have not become an object
   */
  readPart(key: string, n: number, plan: PartPlan): Promise<AsyncGenerator<Buffer, void, void>>
  /** Bytes of an object; undefined when there is none. @throws BlobError 'unavailable'; what the file system throws */
  sizeOf(key: string): Promise<number | undefined>
  /** All objects, ascending by key. What comes or goes meanwhile is among them or not. */
  list(): AsyncGenerator<StoredUnit, void, void>
  /** Keys whose parts have not become an object. */
  listUnfinished(): AsyncGenerator<string, void, void>
  /** Names of what is none of ours. */
  listStrange(): AsyncGenerator<string, void, void>
  /** Forgets objects, groups and unfinished parts, durably. Unknown keys are fine. */
  delete(keys: readonly string[]): Promise<void>
  /** Removes leftovers of interrupted writes from before `time`; the number of them. */
  sweep(time: Date): Promise<number>
  /** Throws when the store cannot be written to. */
  check(): Promise<void>
  /** Throws when the store cannot be read. */
  answers(): Promise<void>
  /** Whether there is nothing in it: neither objects nor parts of any. */
  isEmpty(): Promise<boolean>
  /** How many bytes still fit; undefined where the store knows no end. */
  freeBytes(): Promise<number | undefined>
}
