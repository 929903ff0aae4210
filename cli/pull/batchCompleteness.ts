import type { Manifest } from '../../core/crypto/index.ts'

/** A file's position in its batch, from its manifest. */
export type BatchPosition = Pick<Manifest, 'batch' | 'index' | 'count'>

export interface IncompleteBatch {
  readonly presentCount: number
  /** The largest number of files in its manifests, of which some may be forged. */
  readonly sentCount: number
}

interface Batch {
  readonly indexes: Set<number>
  count: number
}

/** Finds incomplete batches. A batch that grew since the last poll may still be arriving, and is not reported yet. */
export class BatchCompleteness {
  readonly #batches = new Map<string, Batch>()
  /** Ids of batches that grew since the last poll. */
  #grown = new Set<string>()
  /** Ids of batches that grew before the last poll. */
  #waiting = new Set<string>()

  addFile({ batch, index, count }: BatchPosition): void {
    const counted = this.#batches.get(batch) ?? { indexes: new Set(), count: 0 }
    counted.indexes.add(index)
    counted.count = Math.max(counted.count, count)
    this.#batches.set(batch, counted)
    this.#grown.add(batch)
  }

  /** Lets no batch be reported before it grows again. */
  markReported(): void {
    this.#grown.clear()
  }

  /** Returns incomplete batches that did not grow since the last poll, each once. @param isLast returns those that grew, too */
  incompleteAfterPoll(isLast: boolean): IncompleteBatch[] {
    const settled = [...this.#waiting, ...(isLast ? this.#grown : [])].filter(
      (batch) => isLast || !this.#grown.has(batch),
    )
    this.#waiting = isLast ? new Set() : this.#grown
    this.#grown = new Set()
    return [...new Set(settled)].flatMap((batch) => {
      const { indexes, count } = this.#batches.get(batch) ?? { indexes: new Set(), count: 0 }
      return indexes.size < count ? [{ presentCount: indexes.size, sentCount: count }] : []
    })
  }
}
