import { isAnyOf } from '@reduxjs/toolkit'
import { startAppListening } from '../../store/store.ts'
import type { KeptBatch } from '../../transfer/keptUploads.ts'
import { selectFile } from './queueSlice.ts'
import { fileRemoved, pageLeft, pageOpened, waitingFilesRemoved } from './uploadEvents.ts'

/**
 * Batches of this page that have not come to their end, because a gate has closed or files have failed. Whoever sends
 * their rows again goes on with them: what has arrived is not sent a second time, and nothing is stored twice.
 */
export interface Unfinished {
  batch: KeptBatch
  /** Which of its files the rows of the queue are. */
  indexOf: ReadonlyMap<number, number>
  /** Files of it that are not at hand: it stays when these rows are through. */
  othersMissing: boolean
}

let all: Unfinished[] = []

export const remember = (unfinished: Unfinished): void => void all.push(unfinished)

/** Rows that are sent together, and the batch that they are the rest of; none for a new one. */
export interface Portion {
  ids: number[]
  rest?: Unfinished
}

/** As what rows are sent: the rest of batches of before, then what is new. Each is handed out once. */
export function portionsOf(ids: readonly number[]): Portion[] {
  const rests = all.map((rest) => ({ ids: ids.filter((id) => rest.indexOf.has(id)), rest }))
  const wanted = rests.filter((portion) => portion.ids.length > 0)
  const known = new Set(wanted.flatMap((portion) => portion.ids))
  const fresh = ids.filter((id) => !known.has(id))
  return [...wanted, ...(fresh.length > 0 ? [{ ids: fresh }] : [])]
}

/** It is being gone on with. */
export const take = (unfinished: Unfinished): void => void (all = all.filter((one) => one !== unfinished))

/** Nobody wants these files any more: nothing of them stays. The rest of their batches waits on. */
async function leaveOut(isThere: (id: number) => boolean): Promise<void> {
  const before = all
  all = []
  for (const { batch, indexOf, othersMissing } of before) {
    const gone = [...indexOf].filter(([id]) => !isThere(id))
    const rest = new Map([...indexOf].filter(([id]) => isThere(id)))
    if (rest.size > 0) all.push({ batch, indexOf: rest, othersMissing })
    for (const [, index] of gone) await batch.abandon(index)
    if (rest.size > 0) continue
    if (othersMissing) batch.release()
    else await batch.forget().catch(() => undefined)
  }
}

startAppListening({
  matcher: isAnyOf(fileRemoved, waitingFilesRemoved),
  effect: (_, api) => leaveOut((id) => selectFile(api.getState(), id) !== null),
})
startAppListening({
  matcher: isAnyOf(pageOpened, pageLeft),
  effect: () => {
    for (const { batch } of all) batch.release()
    all = []
  },
})
