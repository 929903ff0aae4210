import type { UseStore } from 'idb-keyval'

/** Which transactions fail, counted from 1; and whether one that is reported as failed was written all the same. */
export interface StoreFaults {
  fails: (n: number) => boolean
  isWrittenAllTheSame?: boolean
}

/**
 * An IndexedDB object store in memory, as far as idb-keyval uses one: values are cloned, transactions run one after the
 * other in the order in which they began, and each happens whole or not at all.
 */
export class FaultyStore {
  rows: ReadonlyMap<string, unknown>
  transactions = 0
  /** Microtasks that a transaction takes: long enough for something else to happen meanwhile. */
  turns = 5
  readonly #faults: StoreFaults
  #last: Promise<unknown> = Promise.resolve()

  constructor(faults: StoreFaults = { fails: () => false }, rows: ReadonlyMap<string, unknown> = new Map()) {
    this.#faults = faults
    this.rows = rows
  }

  /** As the next page finds it. */
  reloaded(faults?: StoreFaults): FaultyStore {
    return new FaultyStore(faults, this.rows)
  }

  readonly use: UseStore = (mode, callback) => {
    const { fails, isWrittenAllTheSame = false } = this.#faults
    const failed = fails(++this.transactions)
    const begin = async () => {
      const draft = new Map(this.rows)
      const transaction = new PendingRequest()
      const read = (result: unknown) =>
        new PendingRequest(failed ? undefined : structuredClone(result)).end(failed)
      const put = (value: unknown, key: string) => void draft.set(key, structuredClone(value))
      const objectStore = {
        transaction,
        get: (key: string) => read(draft.get(key)),
        getAll: () => read([...draft.values()]),
        getAllKeys: () => read([...draft.keys()]),
        put,
        delete: (key: string) => void draft.delete(key),
      }
      const result = callback(objectStore as unknown as IDBObjectStore)
      for (let turn = 0; turn < this.turns; turn++) await Promise.resolve()
      if (mode === 'readwrite' && (!failed || isWrittenAllTheSame)) this.rows = draft
      transaction.end(failed)
      return result
    }
    const ended = this.#last.then(begin)
    this.#last = ended.catch(() => undefined)
    return ended
  }
}

/** What idb-keyval waits for: a request, or a transaction. */
class PendingRequest {
  readonly error = new DOMException('The storage failed.', 'UnknownError')
  readonly result: unknown
  onsuccess?: () => void
  oncomplete?: () => void
  onabort?: () => void
  onerror?: () => void

  constructor(result?: unknown) {
    this.result = result
  }

  end(failed: boolean): this {
    queueMicrotask(() => {
      if (failed) (this.onabort ?? this.onerror)?.()
      else (this.oncomplete ?? this.onsuccess)?.()
    })
    return this
  }
}
