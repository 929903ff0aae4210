import type { UseStore } from 'idb-keyval'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { BatchJournal, type StoredJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { IndexedDbBatchStore } from './indexedDbBatchStore.ts'
import type { PersistedHead } from './persistedRows.ts'

export interface BatchDeps {
  store: UseStore
  /** Deletes an upload from the server; not awaited. */
  abortUpload: (linkToken: string, uploadId: string) => void
}

interface InitialBatch extends StoredJournal {
  /** False if nothing could be stored: the batch is then in memory only. */
  readonly isPersisted: boolean
  /** Releases the batch's lock. */
  readonly release: () => void
}

/** The journal of one batch in this browser, locked by this tab until the batch is finished or released. */
export class PersistedBatch extends BatchJournal {
  readonly batchId: string
  /** The part of the head that later sending needs; `files` is their number. */
  readonly head: Pick<PersistedHead, 'linkToken' | 'files' | 'answers' | 'privateNames'>
  readonly #abortUpload: BatchDeps['abortUpload']

  constructor(
    batchId: string,
    head: PersistedBatch['head'],
    initial: InitialBatch,
    { store, abortUpload }: BatchDeps,
  ) {
    super(new IndexedDbBatchStore(store, batchId, initial.release), initial, initial.isPersisted)
    this.batchId = batchId
    this.head = head
    this.#abortUpload = abortUpload
  }

  /** Plaintext bytes of a file that the server has confirmed. */
  arrivedBytes(index: number): number {
    const record = this.record(index)
    return record ? arrivedBytes(record) : 0
  }

  /** Discards what has been sent of these files, here and on the server. */
  discardFiles(indexes: ReadonlySet<number>): Promise<void> {
    return this.#discardMatching((_, index) => indexes.has(index))
  }

  /** Discards what has been sealed to another key. @param recipient fingerprint of the current key */
  discardSealedToOthers(recipient: string): Promise<void> {
    return this.#discardMatching(({ seal }) => !isSealedTo(seal, recipient))
  }

  /** Ends a batch that will not be resumed: like `finish`, but the server deletes its unfinished files, too. */
  async discard(): Promise<void> {
    await this.#discardMatching(() => true)
    await this.finish()
  }

  override async finish(): Promise<void> {
    try {
      await super.finish()
    } catch {
      // Its rows are removed when they expire.
    }
  }

  async #discardMatching(matches: (record: JournalRecord, index: number) => boolean): Promise<void> {
    for (const { uploadId } of await this.take(matches)) this.#abortUpload(this.head.linkToken, uploadId)
  }
}

/** A record's `seal` is opaque to the journal; `browserVault` stores a `SealingKey`, which names its recipient. */
const isSealedTo = (seal: unknown, recipient: string): boolean =>
  typeof seal === 'object' && seal !== null && 'sealedTo' in seal && seal.sealedTo === recipient
