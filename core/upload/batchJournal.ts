import type { CompletedFile, HiddenAttempt, UploadJournal } from '../ports.ts'
import { mutex } from '../util/mutex.ts'
import type { JournalRecord, Durability } from './state.ts'

/** Storage of one batch. A change may be on disk although its promise was rejected. */
export interface BatchStore {
  writeAttempts(attempts: readonly HiddenAttempt[]): Promise<void>
  writeRecord(index: number, record: JournalRecord): Promise<void>
  removeRecord(index: number): Promise<void>
  writeCompleted(files: readonly CompletedFile[]): Promise<void>
  /** A batch without its head is ignored. */
  removeHead(): Promise<void>
  /** The head first. */
  remove(): Promise<void>
  release(): Promise<void>
}

export interface StoredJournal {
  readonly records: ReadonlyMap<number, JournalRecord>
  readonly attempts: readonly HiddenAttempt[]
}

export const emptyJournal: StoredJournal = { records: new Map(), attempts: [] }

/**
 * The journal of one batch, until it is finished or released.
 *
 * [Note: A storage that fails]
 * A record on disk must never cover fewer parts than were sent with its key: a later resume would seal the
 * missing ones with that key again, perhaps from other bytes. So after a failed write nothing is stored any
 * more, and the batch's head is removed. While that fails, too, the batch may still be found; then nothing more
 * is sent with keys that the disk may know. Those files start again, with keys that are never stored.
 */
export class BatchJournal implements UploadJournal {
  readonly #store: BatchStore
  /** Records of files in progress; never ahead of the disk, if there is one. */
  readonly #records: Map<number, JournalRecord>
  readonly #attempts = new Map<number, HiddenAttempt[]>()
  /** True while every change is on disk. Once false, it stays false. */
  #isStored: boolean
  /** True if a later resume may find the batch on disk. */
  #mayBeFound: boolean
  /** Upload ids, each with its own key, of which the disk may have a record. */
  readonly #recordedUploads: Set<string>
  readonly #enqueue = mutex()

  /** @param stored what is in the store @param isStored false to keep the batch in memory only */
  constructor(store: BatchStore, { records, attempts }: StoredJournal, isStored = true) {
    this.#store = store
    this.#records = new Map(records)
    this.#addAttempts(attempts)
    this.#isStored = isStored
    this.#mayBeFound = isStored
    this.#recordedUploads = new Set([...records.values()].map(({ uploadId }) => uploadId))
  }

  record(index: number): JournalRecord | undefined {
    return this.#records.get(index)
  }

  attemptsOf(index: number): readonly HiddenAttempt[] {
    return this.#attempts.get(index) ?? []
  }

  /** Stores attempts that are about to be sent. One that is lost can no longer be recognized in the answer to a repeat. */
  writeAttempts(attempts: readonly HiddenAttempt[]): Promise<void> {
    return this.#enqueue(async () => {
      // The confirmation of a large file is the same attempt each time that it is repeated.
      const newAttempts = attempts.filter(
        ({ index, hash }) => !this.attemptsOf(index).some((known) => known.hash === hash),
      )
      if (newAttempts.length === 0) return
      this.#addAttempts(newAttempts)
      await this.#write(() => this.#store.writeAttempts(newAttempts))
    })
  }

  #addAttempts(attempts: readonly HiddenAttempt[]) {
    for (const attempt of attempts)
      this.#attempts.set(attempt.index, [...this.attemptsOf(attempt.index), attempt])
  }

  /** Stores a record. @returns 'unsafe' if the disk may have an older record with the same key */
  writeRecord(index: number, record: JournalRecord): Promise<Durability> {
    return this.#enqueue(async () => {
      if (this.#isStored) this.#recordedUploads.add(record.uploadId)
      const isDurable = await this.#write(() => this.#store.writeRecord(index, record))
      if (!isDurable && this.#mayBeFound && this.#recordedUploads.has(record.uploadId)) return 'unsafe'
      // Last, so that memory is never ahead of the disk.
      this.#records.set(index, record)
      return isDurable ? 'durable' : 'memory'
    })
  }

  async removeRecord(index: number): Promise<void> {
    await this.take((_, at) => at === index)
  }

  /** Removes and returns matching records. One that stays on disk is harmless: it covers all parts sent with its key. */
  take(matches: (record: JournalRecord, index: number) => boolean): Promise<JournalRecord[]> {
    return this.#enqueue(async () => {
      const taken = [...this.#records].filter(([index, record]) => matches(record, index))
      for (const [index] of taken) {
        this.#records.delete(index)
        if (this.#isStored) await succeeds(this.#store.removeRecord(index))
      }
      return taken.map(([, record]) => record)
    })
  }

  writeCompleted(files: readonly CompletedFile[]): Promise<void> {
    return this.#enqueue(async () => {
      for (const { index } of files) {
        this.#records.delete(index)
        this.#attempts.delete(index)
      }
      await this.#write(() => this.#store.writeCompleted(files))
    })
  }

  /** Removes the finished batch. @throws if the store fails; the rest expires then */
  finish(): Promise<void> {
    return this.#enqueue(async () => {
      try {
        await this.#store.remove()
      } finally {
        await this.#store.release()
      }
    })
  }

  /** Releases the batch, so that its owner or another process can resume it. */
  release(): Promise<void> {
    return this.#enqueue(() => this.#store.release())
  }

  /** @returns true if the change is on disk; after a failure nothing is stored any more */
  async #write(change: () => Promise<void>): Promise<boolean> {
    this.#isStored &&= await succeeds(change())
    if (this.#isStored) return true
    // Retried on each write until it succeeds.
    if (this.#mayBeFound && (await succeeds(this.#store.removeHead()))) this.#mayBeFound = false
    return false
  }
}

const succeeds = (change: Promise<void>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  )
