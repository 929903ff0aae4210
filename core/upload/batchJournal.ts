import type { EndedFile, UploadJournal } from '../ports.ts'
import type { FileRecord, Kept } from './state.ts'

/**
 * Where one batch is written, by one owner at a time. What has resolved is on the disk; what has rejected may be there
 * all the same.
 */
export interface BatchStore {
  writeRecord(index: number, record: FileRecord): Promise<void>
  removeRecord(index: number): Promise<void>
  /** In place of their records. */
  writeEnded(files: readonly EndedFile[]): Promise<void>
  /** A batch without a head is none: nobody goes on with it. */
  removeHead(): Promise<void>
  /** Everything, the head first. */
  remove(): Promise<void>
  /** Others may own it. */
  release(): Promise<void>
}

/**
 * One batch as it is kept, until it is finished or released. One write at a time.
 *
 * [Note: A storage that fails]
 * No record on the disk ever stands for fewer parts than were sent with its key: whoever goes on from it would seal the
 * others with that key anew, and perhaps other bytes. So what cannot be written is not kept from then on: the head goes,
 * and with it all that the batch has on the disk. While that fails, too, what is there may be found again; then nothing
 * more is sent with the keys that it may know. Their files begin anew, with keys that are never kept.
 */
export class BatchJournal implements UploadJournal {
  readonly #store: BatchStore
  /** Of files under way: never ahead of the disk, where there is one. */
  readonly #records: Map<number, FileRecord>
  /** Every change is on the disk. Once it is not, it never is again. */
  #isKept: boolean
  /** Whoever looks for it now may find it. */
  #mayBeFound: boolean
  /** Uploads, each with its key, of which the disk may have a record. */
  readonly #mayBeKnown: Set<string>
  #lastWrite: Promise<unknown> = Promise.resolve()

  /** @param records in the store @param isKept false where it is not in the store: good for the life of this process */
  constructor(store: BatchStore, records: ReadonlyMap<number, FileRecord>, isKept = true) {
    this.#store = store
    this.#records = new Map(records)
    this.#isKept = isKept
    this.#mayBeFound = isKept
    this.#mayBeKnown = new Set([...records.values()].map(({ uploadId }) => uploadId))
  }

  record(index: number): FileRecord | undefined {
    return this.#records.get(index)
  }

  /** 'unsafe' where whoever finds the batch now might go on from an older record with this key. */
  keep(index: number, record: FileRecord): Promise<Kept> {
    return this.#inTurn(async () => {
      if (this.#isKept) this.#mayBeKnown.add(record.uploadId)
      const isDurable = await this.#write(() => this.#store.writeRecord(index, record))
      if (!isDurable && this.#mayBeFound && this.#mayBeKnown.has(record.uploadId)) return 'unsafe'
      // Last: whoever goes on with the file must not know of more than the disk does.
      this.#records.set(index, record)
      return isDurable ? 'durable' : 'memory'
    })
  }

  async drop(index: number): Promise<void> {
    await this.take((_, at) => at === index)
  }

  /**
   * Of those that are meant none is kept any more, and whoever took them is the only one that has them. Should one stay
   * on the disk: it stands for all that was sent with its key.
   */
  take(isMeant: (record: FileRecord, index: number) => boolean): Promise<FileRecord[]> {
    return this.#inTurn(async () => {
      const taken = [...this.#records].filter(([index, record]) => isMeant(record, index))
      for (const [index] of taken) {
        this.#records.delete(index)
        if (this.#isKept) await succeeds(this.#store.removeRecord(index))
      }
      return taken.map(([, record]) => record)
    })
  }

  ended(files: readonly EndedFile[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const { index } of files) this.#records.delete(index)
      await this.#write(() => this.#store.writeEnded(files))
    })
  }

  /** Nothing is left to go on with. @throws what the store does; the rest goes with its time then */
  finish(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#store.remove()
      } finally {
        await this.#store.release()
      }
    })
  }

  /** It may be gone on with, by its owner or another. */
  release(): Promise<void> {
    return this.#inTurn(() => this.#store.release())
  }

  /** @returns whether it is on the disk. If it fails, nothing is kept any more, and what was is taken away. */
  async #write(change: () => Promise<void>): Promise<boolean> {
    this.#isKept &&= await succeeds(change())
    if (this.#isKept) return true
    // Asked again as long as it fails.
    if (this.#mayBeFound && (await succeeds(this.#store.removeHead()))) this.#mayBeFound = false
    return false
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(work)
    // A failure is heard by whoever asked for that write.
    this.#lastWrite = done.catch(() => undefined)
    return done
  }
}

const succeeds = (change: Promise<void>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  )
