import { executeHasChanged, countRows, findsRow } from '../rowCounts.ts'
import { addGarbage } from '../files/blobLifecycle.ts'
import { rowsPerRemoval } from '../removeSomeRows.ts'
import type { Db, NewUpload, UploadRow } from '../schema.ts'

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db.insertInto('upload').values(upload).execute()
}

export function findUpload(db: Db, id: string, folderId: number): Promise<UploadRow | undefined> {
  return uploadsOf(db, folderId).where('id', '=', id).executeTakeFirst()
}

const uploadsOf = (db: Db, folderId: number) =>
  db.selectFrom('upload').selectAll().where('folder_id', '=', folderId)

/** Uploads of the folder by id. */
export async function findUploads(db: Db, ids: readonly string[], folderId: number) {
  if (ids.length === 0) return new Map<string, UploadRow>()
  const rows = await uploadsOf(db, folderId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Unfinished uploads of a folder, newest first. */
export function findUnfinishedUploads(db: Db, folderId: number, limit: number): Promise<UploadRow[]> {
  return uploadsOf(db, folderId)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Number of unfinished uploads of visitors that received something after `runningSince` or wait for their first part.
 * @param mark prefix of the visitors' marks, or the whole mark of one
 */
export const countUploadsOfVisitors = (
  db: Db,
  folderId: number,
  mark: string,
  { runningSince, announcedAfter }: { runningSince: string; announcedAfter: string },
): Promise<number> =>
  countRows(
    db
      .selectFrom('upload')
      .where('folder_id', '=', folderId)
      .where('confirmed_at', 'is', null)
      .where((e) => e(e.fn<string>('substr', ['visitor_mark', e.lit(1), e.lit(mark.length)]), '=', mark))
      .where((e) =>
        e.or([
          e('last_part_at', '>', runningSince),
          e.and([e('first_part_at', 'is', null), e('last_part_at', '>', announcedAfter)]),
        ]),
      ),
  )

/**
 * Counts a part that is about to be received.
 * @returns the total of sent bytes; undefined if a maximum would be exceeded, or if the upload is not unfinished
 */
export async function addSentPart(db: Db, id: string, bytes: number, max: { bytes: number; parts: number }) {
  const row = await updateUpload(db, id)
    .set((e) => ({ sent_bytes: e('sent_bytes', '+', bytes), sent_parts: e('sent_parts', '+', 1) }))
    .where('confirmed_at', 'is', null)
    .where((e) => e(e('sent_bytes', '+', bytes), '<=', max.bytes))
    .where('sent_parts', '<', max.parts)
    .returning('sent_bytes')
    .executeTakeFirst()
  return row?.sent_bytes
}

const updateUpload = (db: Db, id: string) => db.updateTable('upload').where('id', '=', id)

/** Subtracts bytes of a part that were not received. */
export async function subtractSentBytes(db: Db, id: string, bytes: number): Promise<void> {
  await updateUpload(db, id)
    .set((e) => ({ sent_bytes: e('sent_bytes', '-', bytes) }))
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Records that bytes of a part are being received. */
export async function touchUpload(db: Db, id: string, now: string): Promise<void> {
  await updateUpload(db, id).set({ last_part_at: now }).execute()
}

/** Uploads whose parts may all have been sent straight to the store, ordered by id, starting behind `afterId`. */
export function listUploadsWithoutRecordedParts(
  db: Db,
  afterId: string,
  limit: number,
): Promise<UploadRow[]> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('first_part_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where('sent_bytes', '>', 0)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Records that the first part is complete. The time of the last request for a part's URL counts as its arrival. */
export async function recordFirstPart(db: Db, id: string): Promise<void> {
  await updateUpload(db, id)
    .set((e) => ({ first_part_at: e.fn.coalesce('first_part_at', 'last_part_at') }))
    .execute()
}

/** Records that a part was received. */
export async function recordPart(db: Db, id: string, now: string): Promise<void> {
  await updateUpload(db, id)
    .set((e) => ({ first_part_at: e.fn.coalesce('first_part_at', e.val(now)), last_part_at: now }))
    .execute()
}

/**
 * Confirms an upload: the bytes of `blobKey` belong to a file from now on. False if it was confirmed or removed
 * meanwhile, or has other bytes.
 */
export const confirmUpload = (db: Db, id: string, blobKey: string, now: string): Promise<boolean> =>
  executeHasChanged(
    updateUpload(db, id)
      .set({ confirmed_at: now, visitor_mark: null })
      .where('blob_key', '=', blobKey)
      .where('confirmed_at', 'is', null),
  )

/** Puts the bytes of another key in the place of an unconfirmed upload's. False if `from` is not its key any more. */
export const replaceBlobOfUpload = (db: Db, id: string, from: string, to: string): Promise<boolean> =>
  executeHasChanged(
    updateUpload(db, id).set({ blob_key: to }).where('blob_key', '=', from).where('confirmed_at', 'is', null),
  )

/**
 * Counts a drop of parts of an upload.
 * @returns the number of drops; undefined if `blobKey` is not the upload's key any more
 */
export async function countPartDrop(db: Db, id: string, blobKey: string): Promise<number | undefined> {
  const row = await updateUpload(db, id)
    .set((e) => ({ part_drops: e('part_drops', '+', 1) }))
    .where('blob_key', '=', blobKey)
    .where('confirmed_at', 'is', null)
    .returning('part_drops')
    .executeTakeFirst()
  return row?.part_drops
}

/** Removes an unconfirmed upload. Its bytes become garbage. Run it in a transaction. False if there was none. */
export async function deleteUpload(db: Db, id: string, now: string): Promise<boolean> {
  const row = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('blob_key')
    .executeTakeFirst()
  if (row === undefined) return false
  await addGarbage(db, [row.blob_key], now)
  return true
}

/** Removes at most `limit` uploads of a folder. Run it in a transaction. False if there was none. */
export async function deleteSomeUploads(db: Db, folderId: number, limit: number, now: string) {
  const page = db
    .selectFrom('upload')
    .select('id')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .limit(limit)
  const rows = await db
    .deleteFrom('upload')
    .where('id', 'in', page)
    .returning(['blob_key', 'confirmed_at'])
    .execute()
  await addUnconfirmedToGarbage(db, rows, now)
  return rows.length > 0
}

/**
 * Removes uploads whose last part came before `lastPartBefore`, and those that were announced before `announcedBefore`
 * without any part since. Run it in a transaction.
 */
export async function deleteExpiredUploads(
  db: Db,
  { lastPartBefore, announcedBefore }: { lastPartBefore: string; announcedBefore: string },
  now: string,
): Promise<number> {
  const rows = await db
    .deleteFrom('upload')
    .where('id', 'in', (q) =>
      q
        .selectFrom('upload')
        .select('id')
        .where((e) =>
          e.or([
            e('last_part_at', '<', lastPartBefore),
            e.and([e('first_part_at', 'is', null), e('last_part_at', '<', announcedBefore)]),
          ]),
        )
        .limit(rowsPerRemoval),
    )
    .returning(['blob_key', 'confirmed_at'])
    .execute()
  await addUnconfirmedToGarbage(db, rows, now)
  return rows.length
}

const addUnconfirmedToGarbage = (
  db: Db,
  rows: Pick<UploadRow, 'blob_key' | 'confirmed_at'>[],
  now: string,
): Promise<void> =>
  addGarbage(
    db,
    rows.flatMap((row) => (row.confirmed_at === null ? [row.blob_key] : [])),
    now,
  )

export async function findBatchResults(
  db: Db,
  folderId: number,
  batchId: string,
  indexes: readonly number[],
): Promise<Map<number, string>> {
  if (indexes.length === 0) return new Map()
  const rows = await db
    .selectFrom('batch_result')
    .select(['batch_index', 'result'])
    .where('folder_id', '=', folderId)
    .where('batch_id', '=', batchId)
    .where('batch_index', 'in', indexes)
    .execute()
  return new Map(rows.map((row) => [row.batch_index, row.result]))
}

/** True if a file of this batch was confirmed at `time` or before. */
export const hasBatchBegunBefore = (
  db: Db,
  folderId: number,
  batchId: string,
  time: string,
): Promise<boolean> =>
  findsRow(
    db
      .selectFrom('batch_result')
      .select('batch_index')
      .where('folder_id', '=', folderId)
      .where('batch_id', '=', batchId)
      .where('created_at', '<=', time)
      .limit(1),
  )

/** Times of the newest results of batches, for those that have any. */
export async function findLastResults(
  db: Db,
  folderId: number,
  batches: readonly string[],
): Promise<Map<string, string>> {
  if (batches.length === 0) return new Map()
  const rows = await db
    .selectFrom('batch_result')
    .select((e) => ['batch_id', e.fn.max('created_at').as('last')])
    .where('folder_id', '=', folderId)
    .where('batch_id', 'in', batches)
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map(({ batch_id, last }) => [batch_id, last]))
}

export async function deleteResultsOfBatches(
  db: Db,
  folderId: number,
  batches: readonly string[],
): Promise<void> {
  if (batches.length === 0) return
  await db
    .deleteFrom('batch_result')
    .where('folder_id', '=', folderId)
    .where('batch_id', 'in', batches)
    .execute()
}

export async function insertBatchResults(
  db: Db,
  results: { folder_id: number; batch_id: string; batch_index: number; result: string; created_at: string }[],
): Promise<void> {
  if (results.length > 0) await db.insertInto('batch_result').values(results).execute()
}
