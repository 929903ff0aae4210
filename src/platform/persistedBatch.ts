import type { UseStore } from 'idb-keyval'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { BatchJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { BatchRows } from './batchRows.ts'
import type { PersistedHead } from './persistedRows.ts'

export interface BatchPorts {
  store: UseStore
  /** Deletes an upload from the server; not awaited. */
  abort: (linkToken: string, uploadId: string) => void
}

/** A stored batch, locked by this tab until it is finished or released; in memory without storage. */
export class PersistedBatch extends BatchJournal {
  readonly batchId: string
  readonly head: Pick<PersistedHead, 'linkToken' | 'files' | 'answers'>
  readonly #abort: BatchPorts['abort']

  constructor(
    batchId: string,
    head: Pick<PersistedHead, 'linkToken' | 'files' | 'answers'>,
    as: { isKept: boolean; records: ReadonlyMap<number, JournalRecord>; release: () => void },
    { store, abort }: BatchPorts,
  ) {
    super(new BatchRows(store, batchId, as.release), as.records, as.isKept)
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

  /** Removes the batch. */
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
