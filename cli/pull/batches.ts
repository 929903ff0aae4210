import type { Manifest } from '../../core/crypto/index.ts'

/** What was sent together with a file, says its manifest. */
export type PlaceInBatch = Pick<Manifest, 'batch' | 'index' | 'count'>

export interface IncompleteBatch {
  readonly present: number
  /** The most that one of its manifests says, since any of them may be made up. */
  readonly count: number
}

interface Batch {
  readonly places: Set<number>
  count: number
}

/** Which batches came whole. One that grew since the last look may still be on its way. */
export class Batches {
  readonly #batches = new Map<string, Batch>()
  /** Those of which something has come that nothing was said of yet. */
  #growing = new Set<string>()
  #waiting = new Set<string>()

  put({ batch, index, count }: PlaceInBatch): void {
    const known = this.#batches.get(batch) ?? { places: new Set(), count: 0 }
    known.places.add(index)
    known.count = Math.max(known.count, count)
    this.#batches.set(batch, known)
    this.#growing.add(batch)
  }

  /** Nothing is said of what was there before. */
  settle(): void {
    this.#growing.clear()
  }

  /** @param isLast nobody looks again @returns of those that did not grow any more since the look before, the incomplete */
  looked(isLast: boolean): IncompleteBatch[] {
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
