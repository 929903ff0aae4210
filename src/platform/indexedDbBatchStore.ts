import { promisifyRequest, type UseStore } from 'idb-keyval'
import type { CompletedFile, HiddenAttempt } from '../../core/ports.ts'
import type { BatchStore } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { attemptsKey, completedFilesKey, headKey, recordKey, removeBatch } from './persistedRows.ts'

/** The port `BatchStore` over one batch's rows in IndexedDB. */
export class IndexedDbBatchStore implements BatchStore {
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
