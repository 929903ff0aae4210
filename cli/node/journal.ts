import type { EndedFile, UploadJournal } from '../../src/transfer/ports.ts'
import type { FileRecord, Kept } from '../../src/transfer/upload/state.ts'
import type { BatchFolder } from './batchFolder.ts'

/** Keeps nothing: good for the life of this process. */
export const noJournal: UploadJournal = {
  keep: () => Promise.resolve('memory'),
  drop: () => Promise.resolve(),
  ended: () => Promise.resolve(),
}

/**
 * One batch on the disk, and of this process until it is finished or released. One write at a time.
 *
 * No record on the disk ever stands for fewer parts than were sent with its key: whoever goes on from it would seal the
 * others with that key anew, and perhaps other bytes. So what cannot be written is not kept from then on: the head goes,
 * and with it all that the batch has on the disk. While that fails, too, nothing more is sent with keys that the disk may
 * know.
 */
export class DiskJournal implements UploadJournal {
  readonly #folder: BatchFolder
  /** Every change is on the disk. Once it is not, it never is again. */
  #isKept = true
  /** A process that starts now may find it. */
  #mayBeFound = true
  /** Uploads, each with its key, of which the disk may have a record. */
  readonly #mayBeKnown: Set<string>
  #lastWrite: Promise<unknown> = Promise.resolve()

  /** @param folder of this process */
  constructor(folder: BatchFolder) {
    this.#folder = folder
    this.#mayBeKnown = new Set([...folder.records.values()].map(({ uploadId }) => uploadId))
  }

  /** 'unsafe' where a process that starts now might go on from an older record with this key. */
  keep(index: number, record: FileRecord): Promise<Kept> {
    return this.#inTurn(async () => {
      if (this.#isKept) {
        this.#mayBeKnown.add(record.uploadId)
        if (await this.#write(() => this.#folder.writeRecord(index, record))) return 'durable'
      }
      await this.#withdraw()
      return this.#mayBeFound && this.#mayBeKnown.has(record.uploadId) ? 'unsafe' : 'memory'
    })
  }

  /** Should the record stay on the disk: it stands for all that was sent with its key. */
  drop(index: number): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isKept) await succeeds(this.#folder.removeRecord(index))
    })
  }

  ended(files: readonly EndedFile[]): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isKept) return
      if (!(await this.#write(() => this.#folder.writeEnded(files)))) await this.#withdraw()
    })
  }

  /** Nothing is left to go on with. @throws what the disk does; the rest goes with its time then */
  finish(): Promise<void> {
    return this.#inTurn(() => this.#folder.remove())
  }

  /** It may be gone on with, by this process or another. */
  release(): Promise<void> {
    return this.#inTurn(() => this.#folder.release())
  }

  /** If it fails, nothing is kept any more. */
  async #write(change: () => Promise<void>): Promise<boolean> {
    const isWritten = await succeeds(change())
    if (!isWritten) this.#isKept = false
    return isWritten
  }

  /** Asked again as long as it fails. A batch without a head is none. */
  async #withdraw(): Promise<void> {
    if (this.#mayBeFound && (await succeeds(this.#folder.removeHead()))) this.#mayBeFound = false
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
