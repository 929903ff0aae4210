import { chunkBytes } from '../../contract/limits.ts'
import type { FileSeal } from '../../workers/fileSealer.ts'

/**
 * Where one large file stands, so that another worker, or this page after a reload, can go on: never plaintext, never
 * the key's bytes (src/crypto/FORMAT.md, 8).
 */
export interface FileRecord {
  seal: FileSeal
  uploadId: string
  partChunks: number
  /** Parts 1 to this one are sealed. */
  sealedParts: number
  /** Marks, by part (see [Note: Marks]): of parts that may not be on the server, and of the last one sealed. */
  marks: Readonly<Record<number, string>>
}

export const newRecord = (seal: FileSeal, uploadId: string, partChunks: number): FileRecord => ({
  seal,
  uploadId,
  partChunks,
  sealedParts: 0,
  marks: {},
})

/** Plaintext bytes that the server has for certain. */
export const arrivedBytes = ({ sealedParts, marks, partChunks }: FileRecord): number =>
  Math.max(0, sealedParts - Object.keys(marks).length) * partChunks * chunkBytes

/** Part `n`, the next one, is sealed. To be kept before its first byte leaves. */
export function withSealedPart(
  record: FileRecord,
  n: number,
  mark: string,
  stored: ReadonlySet<number>,
): FileRecord {
  const marks = Object.fromEntries(Object.entries(record.marks).filter(([part]) => !stored.has(Number(part))))
  return { ...record, sealedParts: n, marks: { ...marks, [n]: mark } }
}

/** A file that the server has confirmed. */
export interface EndedFile {
  index: number
  /** The server's number of the file. */
  fileId: number
  sha256: string
}

/** A record can neither be kept nor taken away. */
export class UnkeptError extends Error {
  override name = 'UnkeptError'

  constructor() {
    super('The storage of this browser failed. Please try again.')
  }
}

/** Keeps records, in memory at least, and in a storage that outlives the page where there is one. */
export interface UploadJournal {
  record(index: number): FileRecord | undefined
  /**
   * Durable when resolved, or else known not to be kept at all: an older record must never stand in for this one.
   * @throws UnkeptError where one might: nothing more may be sent with its key
   */
  keep(index: number, record: FileRecord): Promise<void>
  /** Nothing will be sealed with that key again. */
  drop(index: number): Promise<void>
  /** Whoever goes on with this upload must not send these again. */
  ended(files: readonly EndedFile[]): Promise<void>
}

/** For the life of a page. */
export class MemoryJournal implements UploadJournal {
  readonly #records = new Map<number, FileRecord>()

  record(index: number): FileRecord | undefined {
    return this.#records.get(index)
  }

  keep(index: number, record: FileRecord): Promise<void> {
    this.#records.set(index, record)
    return Promise.resolve()
  }

  drop(index: number): Promise<void> {
    this.#records.delete(index)
    return Promise.resolve()
  }

  ended(files: readonly EndedFile[]): Promise<void> {
    for (const { index } of files) this.#records.delete(index)
    return Promise.resolve()
  }

  /** All that is under way, by index. */
  records(): ReadonlyMap<number, FileRecord> {
    return this.#records
  }
}
