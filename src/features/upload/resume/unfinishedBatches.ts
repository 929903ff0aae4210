import type { PersistedBatch } from '../../../platform/persistedBatch.ts'
import type { BatchControl } from '../sending/batchControl.ts'
import type { FileTotals } from '../uploadEvents.ts'

/** An unfinished batch of this page. Sending its rows again resumes it, so that nothing is stored twice. */
export interface UnfinishedBatch {
  readonly batch: PersistedBatch
  /** Index in the batch by id of the row. */
  readonly indexOf: ReadonlyMap<number, number>
  /** True if other files of the batch are missing, so that it stays stored when these rows have ended. */
  readonly othersMissing: boolean
}

/** Rows that are sent together, and the batch to resume; none for a new batch. */
export interface RowsToSend {
  ids: number[]
  unfinished?: UnfinishedBatch
  /** Adds the rows to the queue; absent if they are there. */
  addRows?: (running: BatchControl) => Promise<void>
  /** Files and bytes that were stored before this page was opened. */
  stored?: FileTotals
}

export class UnfinishedBatches {
  #all: readonly UnfinishedBatch[] = []

  remember(unfinished: UnfinishedBatch) {
    this.#all = [...this.#all, unfinished]
  }

  /** Removes a batch that is being resumed. */
  take(unfinished: UnfinishedBatch) {
    this.#all = this.#all.filter((one) => one !== unfinished)
  }

  /** Groups rows into the rest of earlier batches and a new one. Each batch is returned once. */
  groupByBatch(ids: readonly number[]): RowsToSend[] {
    const earlier = this.#all.map((unfinished) => ({
      ids: ids.filter((id) => unfinished.indexOf.has(id)),
      unfinished,
    }))
    const resumed = earlier.filter((group) => group.ids.length > 0)
    const resumedIds = new Set(resumed.flatMap((group) => group.ids))
    const newIds = ids.filter((id) => !resumedIds.has(id))
    return [...resumed, ...(newIds.length > 0 ? [{ ids: newIds }] : [])]
  }

  /** Discards the removed files on the server. The rest of their batches stays. */
  async discardRemoved(exists: (id: number) => boolean): Promise<void> {
    const previousBatches = this.#all
    this.#all = previousBatches.flatMap((one) => {
      const indexOf = new Map([...one.indexOf].filter(([id]) => exists(id)))
      return indexOf.size > 0 ? [{ ...one, indexOf }] : []
    })
    for (const { batch, indexOf, othersMissing } of previousBatches) {
      const removed = [...indexOf].filter(([id]) => !exists(id))
      await batch.discardFiles(new Set(removed.map(([, index]) => index)))
      if (removed.length < indexOf.size) continue
      if (othersMissing) await batch.release()
      else await batch.discard()
    }
  }

  releaseAll() {
    for (const { batch } of this.#all) void batch.release()
    this.#all = []
  }
}
