import type { Manifest } from '../../core/crypto/index.ts'

/** A file's position in its batch, from its manifest. */
export type BatchPosition = Pick<Manifest, 'batch' | 'index' | 'count'>

export interface IncompleteBatch {
  readonly present: number
  /** The largest count in its manifests, since any of them may be forged. */
  readonly count: number
}

interface Batch {
  readonly indexes: Set<number>
  count: number
}

/** Tracks which batches are complete. One that grew since the last poll may still be arriving. */
export class BatchCompleteness {
  readonly #batches = new Map<string, Batch>()
  /** Ids of batches that have grown, and were not reported yet. */
  #grown = new Set<string>()
  #waiting = new Set<string>()

  addFile({ batch, index, count }: BatchPosition): void {
    const known = this.#batches.get(batch) ?? { indexes: new Set(), count: 0 }
    known.indexes.add(index)
    known.count = Math.max(known.count, count)
    this.#batches.set(batch, known)
    this.#grown.add(batch)
  }

  markReported(): void {
    this.#grown.clear()
  }

  /** Batches that are incomplete and did not grow since the last poll. @param isLast no poll follows */
  incompleteAfterPoll(isLast: boolean): IncompleteBatch[] {
    const over = [...this.#waiting, ...(isLast ? this.#grown : [])].filter(
      (batch) => isLast || !this.#grown.has(batch),
    )
    this.#waiting = isLast ? new Set() : this.#grown
    this.#grown = new Set()
    return [...new Set(over)].flatMap((batch) => {
      const { indexes, count } = this.#batches.get(batch) ?? { indexes: new Set(), count: 0 }
      return indexes.size < count ? [{ present: indexes.size, count }] : []
    })
  }
}
