import { executeHasChanged } from '../rowCounts.ts'
import type { ArrivingBatch, Db } from '../schema.ts'

export function findArrivingBatch(db: Db, folderId: number, batchId: string) {
  return db
    .selectFrom('arriving_batch')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
}

/** Batch indexes of the files that were refused. */
export const parseRefusedIndexes = ({ refused }: Pick<ArrivingBatch, 'refused'>): number[] =>
  (JSON.parse(refused) as (number | [number, number])[]).flatMap((range) => {
    const [from, to] = typeof range === 'number' ? [range, range] : range
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })

/** Formats distinct batch indexes for storage: first and last of each range, at most the `maxRanges` lowest ranges. */
export function formatRefusedIndexes(indexes: Iterable<number>, maxRanges: number): string {
  const ranges: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === index - 1) last[1] = index
    else if (ranges.push([index, index]) > maxRanges) break
  }
  return JSON.stringify(ranges.slice(0, maxRanges))
}

export function listArrivingBatches(db: Db, folderId: number, limit: number): Promise<ArrivingBatch[]> {
  return db
    .selectFrom('arriving_batch')
    .selectAll()
    .where('folder_id', '=', folderId)
    .orderBy('batch_id')
    .limit(limit)
    .execute()
}

/** Stores the state of a batch. Run it in a transaction that holds the folder. */
export async function putArrivingBatch(db: Db, batch: ArrivingBatch): Promise<void> {
  const { folder_id, batch_id, ...state } = batch
  await db
    .insertInto('arriving_batch')
    .values({ folder_id, batch_id, ...state })
    .onConflict((conflict) => conflict.columns(['folder_id', 'batch_id']).doUpdateSet(state))
    .execute()
}

/** Batches that ended and received nothing after `endedUntil`, and others that received nothing after `cutUntil`. */
export function findDueBatches(
  db: Db,
  { endedUntil, cutUntil }: { endedUntil: string; cutUntil: string },
  limit: number,
): Promise<ArrivingBatch[]> {
  return db
    .selectFrom('arriving_batch')
    .selectAll()
    .where((e) =>
      e.or([e('last_at', '<=', cutUntil), e.and([e('has_ended', '=', 1), e('last_at', '<=', endedUntil)])]),
    )
    .orderBy('last_at')
    .limit(limit)
    .execute()
}

/** Deletes the state of a batch. False if something was received since it was read, or if it was deleted meanwhile. */
export const deleteUnchangedBatch = (db: Db, { folder_id, batch_id, last_at }: ArrivingBatch) =>
  executeHasChanged(
    db
      .deleteFrom('arriving_batch')
      .where('folder_id', '=', folder_id)
      .where('batch_id', '=', batch_id)
      .where('last_at', '=', last_at),
  )
