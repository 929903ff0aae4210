import type { UseStore } from 'idb-keyval'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { BatchJournal } from '../../core/upload/batchJournal.ts'
import type { FileRecord } from '../../core/upload/state.ts'
import { BatchRows } from './batchRows.ts'
import type { KeptHead } from './keptRows.ts'

export interface BatchPorts {
  store: UseStore
  /** Nothing of this upload may stay on the server. Nobody waits for it. */
  abort: (linkToken: string, uploadId: string) => void
}

/**
 * One batch, kept; of this tab until it is finished or released. Where the browser keeps nothing it is one in memory,
 * good for the life of the page.
 */
export class KeptBatch extends BatchJournal {
  readonly batchId: string
  readonly head: Pick<KeptHead, 'linkToken' | 'files' | 'answers'>
  readonly #abort: BatchPorts['abort']

  constructor(
    batchId: string,
    head: Pick<KeptHead, 'linkToken' | 'files' | 'answers'>,
    as: { isKept: boolean; records: ReadonlyMap<number, FileRecord>; release: () => void },
    { store, abort }: BatchPorts,
  ) {
    super(new BatchRows(store, batchId, as.release), as.records, as.isKept)
    this.batchId = batchId
    this.head = head
    this.#abort = abort
  }

  /** Plaintext bytes of this file that the server has for certain. */
  arrivedBytes(index: number): number {
    const record = this.record(index)
    return record ? arrivedBytes(record) : 0
  }

  /** Of files that nobody wants to go on with: nothing of them stays, here and on the server. */
  abandon(indexes: ReadonlySet<number>): Promise<void> {
    return this.#abandon((_, at) => indexes.has(at))
  }

  /** What is sealed to another recipient than this one is of no use. @param recipient fingerprint of the key */
  dropSealedToOthers(recipient: string): Promise<void> {
    return this.#abandon(({ seal }) => !isSealedTo(seal, recipient))
  }

  /** As `finish`, for a batch that nobody wants to go on with: what is on the server of unfinished files goes too. */
  async forget(): Promise<void> {
    await this.#abandon(() => true)
    await this.finish()
  }

  /** Nothing is left to go on with. */
  override async finish(): Promise<void> {
    try {
      await super.finish()
    } catch {
      // What is left of it goes with its time.
    }
  }

  async #abandon(isMeant: (record: FileRecord, index: number) => boolean): Promise<void> {
    for (const { uploadId } of await this.take(isMeant)) this.#abort(this.head.linkToken, uploadId)
  }
}

const isSealedTo = (seal: unknown, recipient: string): boolean =>
  typeof seal === 'object' && seal !== null && 'sealedTo' in seal && seal.sealedTo === recipient
