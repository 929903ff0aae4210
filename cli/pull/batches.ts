import type { Manifest } from '../../core/crypto/index.ts'

/** A file's place in its batch, from its manifest. */
export type PlaceInBatch = Pick<Manifest, 'batch' | 'index' | 'count'>

export interface IncompleteBatch {
  readonly present: number
  /** The largest count in its manifests, since any of them may be forged. */
  readonly count: number
}

interface Batch {
  readonly places: Set<number>
  count: number
}

/** Tracks which batches are complete. One that grew since the last poll may still be arriving. */
export class BatchCompleteness {
  readonly #batches = new Map<string, Batch>()
  /** Ids of batches that have grown, and were not reported yet. */
  #growing = new Set<string>()
  #waiting = new Set<string>()

  put({ batch, index, count }: PlaceInBatch): void {
    const known = this.#batches.get(batch) ?? { places: new Set(), count: 0 }
    known.places.add(index)
    known.count = Math.max(known.count, count)
    this.#batches.set(batch, known)
    this.#growing.add(batch)
  }

  /** Marks existing batches as reported. */
  markReported(): void {
    this.#growing.clear()
  }

  /**
   * @param isLast no further poll follows
   * @returns incomplete batches that did not grow since the last poll
   */
  incompleteAfterPoll(isLast: boolean): IncompleteBatch[] {
    const over = [...this.#waiting, ...(isLast ? this.#growing : [])].filter(
      (batch) => isLast || !this.#growing.has(batch),
    )
    this.#waiting = isLast ? new Set() : this.#growing
    this.#growing = new Set()
    return [...new Set(over)].flatMap((batch) => {
      const { places, count } = this.#batches.get(batch) ?? { places: new Set(), count: 0 }
      return places.size < count ? [{ present: places.size, count }] : []
    })
  }
}
