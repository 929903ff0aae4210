import { promisifyRequest, type UseStore } from 'idb-keyval'
import type { CompletedFile, HiddenAttempt } from '../../core/ports.ts'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { BatchJournal, type BatchStore, type StoredJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import {
  attemptsKey,
  completedFilesKey,
  headKey,
  type PersistedHead,
  recordKey,
  removeBatch,
} from './persistedRows.ts'

export interface BatchPorts {
  store: UseStore
  /** Deletes an upload from the server; not awaited. */
  abort: (linkToken: string, uploadId: string) => void
}

class BatchRows implements BatchStore {
  readonly #store: UseStore
  readonly #batchId: string
  readonly #release: () => void

  /** @param release releases the batch's lock */
  constructor(store: UseStore, batchId: string, release: () => void) {
    this.#store = store
    this.#batchId = batchId
    this.#release = release
  }

  writeAttempts(attempts: readonly HiddenAttempt[]): Promise<void> {
    return this.#change((rows) => void rows.put(attempts, attemptsKey(this.#batchId, attempts)))
  }

  writeRecord(index: number, record: JournalRecord): Promise<void> {
    return this.#change((rows) => void rows.put(record, recordKey(this.#batchId, index)))
  }

  removeRecord(index: number): Promise<void> {
    return this.#change((rows) => void rows.delete(recordKey(this.#batchId, index)))
  }

  async writeCompleted(files: readonly CompletedFile[]): Promise<void> {
    const [first] = files
    if (!first) return
    await this.#change((rows) => {
      rows.put(files, completedFilesKey(this.#batchId, first.index))
      for (const { index } of files) rows.delete(recordKey(this.#batchId, index))
    })
  }

  removeHead(): Promise<void> {
    return this.#change((rows) => void rows.delete(headKey(this.#batchId)))
  }

  remove(): Promise<void> {
    return removeBatch(this.#store, this.#batchId)
  }

  release(): Promise<void> {
    this.#release()
    return Promise.resolve()
  }

  #change(change: (rows: IDBObjectStore) => void): Promise<void> {
    return this.#store('readwrite', (rows) => {
      change(rows)
      return promisifyRequest(rows.transaction)
    })
  }
}

/** A stored batch, locked by this tab until it is finished or released; in memory without storage. */
export class PersistedBatch extends BatchJournal {
  readonly batchId: string
  readonly head: Pick<PersistedHead, 'linkToken' | 'files' | 'answers' | 'privateNames'>
  readonly #abort: BatchPorts['abort']

  constructor(
    batchId: string,
    head: PersistedBatch['head'],
    initial: StoredJournal & { isPersisted: boolean; release: () => void },
    { store, abort }: BatchPorts,
  ) {
    super(new BatchRows(store, batchId, initial.release), initial, initial.isPersisted)
    this.batchId = batchId
    this.head = head
    this.#abort = abort
  }

  /** Plaintext bytes of a file that the server has confirmed. */
  arrivedBytes(index: number): number {
    const record = this.record(index)
    return record ? arrivedBytes(record) : 0
  }

  /** Drops files that will not be resumed, here and on the server. */
  abandon(indexes: ReadonlySet<number>): Promise<void> {
    return this.#abandon((_, at) => indexes.has(at))
  }

  /** Drops files that are sealed to another key. @param recipient fingerprint of the current key */
  dropSealedToOthers(recipient: string): Promise<void> {
    return this.#abandon(({ seal }) => !isSealedTo(seal, recipient))
  }

  /** Like `finish`, for a batch that will not be resumed: the server drops its unfinished files. */
  async forget(): Promise<void> {
    await this.#abandon(() => true)
    await this.finish()
  }

  override async finish(): Promise<void> {
    try {
      await super.finish()
    } catch {
      // Its rows are removed when they expire.
    }
  }

  async #abandon(isMeant: (record: JournalRecord, index: number) => boolean): Promise<void> {
    for (const { uploadId } of await this.take(isMeant)) this.#abort(this.head.linkToken, uploadId)
  }
}

const isSealedTo = (seal: unknown, recipient: string): boolean =>
  typeof seal === 'object' && seal !== null && 'sealedTo' in seal && seal.sealedTo === recipient
