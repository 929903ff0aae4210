import type { KeptBatch } from '../../platform/keptBatch.ts'
import type { Sending } from './sendingState.ts'
import type { Amount } from './uploadEvents.ts'

/**
 * A batch of this page that has not come to its end. Whoever sends its rows again goes on with it: what has arrived is
 * not sent a second time, and nothing is stored twice.
 */
export interface Unfinished {
  readonly batch: KeptBatch
  /** Which of its files the rows of the queue are. */
  readonly indexOf: ReadonlyMap<number, number>
  /** Files of it that are not at hand: it stays when these rows are through. */
  readonly othersMissing: boolean
}

/** Rows that are sent together, and the batch that they are the rest of; none for a new one. */
export interface Portion {
  ids: number[]
  rest?: Unfinished
  /** Brings its rows into the queue; without it they are there. */
  bringIn?: (sending: Sending) => Promise<void>
  /** What was stored of it before this page. */
  stored?: Amount
}

export class UnfinishedBatches {
  #all: readonly Unfinished[] = []

  remember(unfinished: Unfinished) {
    this.#all = [...this.#all, unfinished]
  }

  /** It is being gone on with. */
  take(unfinished: Unfinished) {
    this.#all = this.#all.filter((one) => one !== unfinished)
  }

  /** As what rows are sent: the rest of batches of before, then what is new. Each is handed out once. */
  portionsOf(ids: readonly number[]): Portion[] {
    const rests = this.#all.map((rest) => ({ ids: ids.filter((id) => rest.indexOf.has(id)), rest }))
    const wanted = rests.filter((portion) => portion.ids.length > 0)
    const known = new Set(wanted.flatMap((portion) => portion.ids))
    const fresh = ids.filter((id) => !known.has(id))
    return [...wanted, ...(fresh.length > 0 ? [{ ids: fresh }] : [])]
  }

  /** Nobody wants the files that are gone: nothing of them stays. The rest of their batches waits on. */
  async leaveOut(isThere: (id: number) => boolean): Promise<void> {
    const before = this.#all
    this.#all = before.flatMap((one) => {
      const indexOf = new Map([...one.indexOf].filter(([id]) => isThere(id)))
      return indexOf.size > 0 ? [{ ...one, indexOf }] : []
    })
    for (const { batch, indexOf, othersMissing } of before) {
      const gone = [...indexOf].filter(([id]) => !isThere(id))
      await batch.abandon(new Set(gone.map(([, index]) => index)))
      if (gone.length < indexOf.size) continue
      if (othersMissing) await batch.release()
      else await batch.forget()
    }
  }

  releaseAll() {
    for (const { batch } of this.#all) void batch.release()
    this.#all = []
  }
}
