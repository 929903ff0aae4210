import { promisifyRequest, type UseStore } from 'idb-keyval'
import type { EndedFile, UploadJournal } from '../ports.ts'
import type { FileRecord, Kept } from '../upload/state.ts'
import { arrivedBytes, endedKey, headKey, type KeptHead, recordKey, removeBatch } from './keptRows.ts'

export interface BatchPorts {
  store: UseStore
  /** Nothing of this upload may stay on the server. Nobody waits for it. */
  abort: (linkToken: string, uploadId: string) => void
}

/**
 * One batch, kept; of this tab until it is finished or released. Where the browser keeps nothing it is one in memory,
 * good for the life of the page. One write at a time, each a transaction.
 *
 * [Note: A storage that fails]
 * No record on the disk ever stands for fewer parts than were sent with its key: a page that goes on from it would
 * seal the others with that key anew, and perhaps other bytes. So what cannot be written is not kept from then on: the
 * head goes, and with it all that the batch has on the disk. While that fails, too, what is there may be found again;
 * then nothing more is sent with the keys that it may know. Their files begin anew, with keys that are never kept.
 */
export class KeptBatch implements UploadJournal {
  readonly batchId: string
  readonly head: Pick<KeptHead, 'linkToken' | 'files'>
  readonly #ports: BatchPorts
  /** Of files under way: never ahead of the disk, where there is one. */
  readonly #records: Map<number, FileRecord>
  /** Every change is on the disk. Once it is not, it never is again. */
  #isKept: boolean
  /** A page that is opened now may find it. */
  #mayBeFound: boolean
  /** Uploads, each with its key, of which the disk may have a record. */
  readonly #mayBeKnown: Set<string>
  readonly #release: () => void
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(
    batchId: string,
    head: Pick<KeptHead, 'linkToken' | 'files'>,
    as: { isKept: boolean; records: ReadonlyMap<number, FileRecord>; release: () => void },
    ports: BatchPorts,
  ) {
    this.batchId = batchId
    this.head = head
    this.#ports = ports
    this.#records = new Map(as.records)
    this.#isKept = as.isKept
    this.#mayBeFound = as.isKept
    this.#mayBeKnown = new Set([...as.records.values()].map(({ uploadId }) => uploadId))
    this.#release = as.release
  }

  record(index: number): FileRecord | undefined {
    return this.#records.get(index)
  }

  /** Plaintext bytes of this file that the server has for certain. */
  arrivedBytes(index: number): number {
    const record = this.record(index)
    return record ? arrivedBytes(record) : 0
  }

  /** 'unsafe' where a page that is opened now might go on from an older record with this key. */
  keep(index: number, record: FileRecord): Promise<Kept> {
    return this.#inTurn(async () => {
      if (this.#isKept) this.#mayBeKnown.add(record.uploadId)
      const put = (rows: IDBObjectStore) => void rows.put(record, recordKey(this.batchId, index))
      const isDurable = this.#isKept && (await this.#write(put))
      if (!isDurable) {
        await this.#withdraw()
        if (this.#mayBeFound && this.#mayBeKnown.has(record.uploadId)) return 'unsafe'
      }
      // Last: whoever goes on with the file must not know of more than the disk does.
      this.#records.set(index, record)
      return isDurable ? 'durable' : 'memory'
    })
  }

  /** Should the record stay on the disk: it stands for all that was sent with its key. */
  drop(index: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#records.delete(index)
      if (this.#isKept) await this.#try((rows) => void rows.delete(recordKey(this.batchId, index)))
    })
  }

  ended(files: readonly EndedFile[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const { index } of files) this.#records.delete(index)
      const [first] = files
      if (!this.#isKept || !first) return
      const isWritten = await this.#write((rows) => {
        rows.put(files, endedKey(this.batchId, first.index))
        for (const { index } of files) rows.delete(recordKey(this.batchId, index))
      })
      if (!isWritten) await this.#withdraw()
    })
  }

  /** Of a file that nobody wants to go on with: nothing of it stays, here and on the server. */
  async abandon(index: number): Promise<void> {
    const record = this.record(index)
    if (!record) return
    await this.drop(index)
    this.#ports.abort(this.head.linkToken, record.uploadId)
  }

  /** What is sealed to another recipient than this one is of no use. @param recipient fingerprint of the key */
  async dropSealedToOthers(recipient: string): Promise<void> {
    for (const [index, { seal }] of [...this.#records]) {
      if (!isSealedTo(seal, recipient)) await this.abandon(index)
    }
  }

  /** Nothing is left to go on with. */
  async finish(): Promise<void> {
    try {
      await this.#inTurn(() => removeBatch(this.#ports.store, this.batchId))
    } catch {
      // What is left of it goes with its time.
    } finally {
      this.#release()
    }
  }

  /** As `finish`, for a batch that nobody wants to go on with: what is on the server of unfinished files goes too. */
  async forget(): Promise<void> {
    for (const index of [...this.#records.keys()]) await this.abandon(index)
    await this.finish()
  }

  /** It may be gone on with, by this tab or another. */
  release() {
    this.#release()
  }

  /** If it fails, nothing is kept any more: a full disk, or a browser that changed its mind. */
  async #write(change: (rows: IDBObjectStore) => void): Promise<boolean> {
    const isWritten = await this.#try(change)
    if (!isWritten) this.#isKept = false
    return isWritten
  }

  /** Takes away what is on the disk; asked again as long as it fails. A batch without a head is none. */
  async #withdraw(): Promise<void> {
    if (!this.#mayBeFound) return
    if (await this.#try((rows) => void rows.delete(headKey(this.batchId)))) this.#mayBeFound = false
  }

  /** One transaction. @returns whether it is on the disk for certain */
  async #try(change: (rows: IDBObjectStore) => void): Promise<boolean> {
    try {
      await this.#ports.store('readwrite', (rows) => {
        change(rows)
        return promisifyRequest(rows.transaction)
      })
      return true
    } catch {
      return false
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(work)
    // A failure is heard by whoever asked for that write.
    this.#lastWrite = done.catch(() => undefined)
    return done
  }
}

const isSealedTo = (seal: unknown, recipient: string): boolean =>
  typeof seal === 'object' && seal !== null && 'sealedTo' in seal && seal.sealedTo === recipient
