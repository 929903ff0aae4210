import { type SelectQueryBuilder, sql } from 'kysely'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { accessibleFolders } from '../folders/folderAccess.ts'
import { type BatchSum, filesPerSum, sumOfFiles } from '../folders/folderSums.ts'
import type { Db, Tables } from '../schema.ts'

/**
 * [Note: Deliveries] The new files of a batch: those that came by the upload link and that none of the folder's people
 * has downloaded. Files of a folder that came without a batch id are one delivery. Which is newer is told by the ids.
 */
export interface Delivery {
  folderId: number
  batchId: string | null
}

/** Keeps files that came by the upload link, and that nobody has downloaded: the conditions of the index `file_new`. */
const onlyNewFiles = <O>(files: SelectQueryBuilder<Tables, 'file', O>) =>
  files
    .where('last_downloaded_admin', 'is', null)
    .where('sent_by', 'is', null)
    .where('trashed_at', 'is', null)

/** Keeps the files of a delivery. @param files files of its folder */
export const onlyDelivery = <O>(
  files: SelectQueryBuilder<Tables, 'file', O>,
  { batchId }: Pick<Delivery, 'batchId'>,
) => onlyNewFiles(files).where('batch_id', batchId === null ? 'is' : '=', batchId)

/** Returns the newest `limit` deliveries in the folders of a person, the newest first. */
export async function newestDeliveries(
  db: Db,
  userId: number,
  limit: number,
): Promise<(Delivery & BatchSum)[]> {
  let newest: NewBatch[] = []
  for (const { id: folderId, last } of await foldersWithNewFiles(db, userId)) {
    if (newest.length === limit && last < assertDefined(newest.at(-1)).last) break
    newest = [...newest, ...(await newestBatches(db, folderId, limit))]
      .sort((a, b) => b.last - a.last)
      .slice(0, limit)
  }
  const deliveries: (Delivery & BatchSum)[] = []
  for (const { folderId, batchId } of newest) {
    const files = db.selectFrom('file').where('folder_id', '=', folderId)
    const sum = await sumOfFiles(db, onlyDelivery(files, { batchId }))
    // Unless it was downloaded meanwhile.
    if (sum) deliveries.push({ folderId, batchId, ...sum })
  }
  return deliveries
}

interface NewBatch extends Delivery {
  /** Id of its newest file. */
  last: number
}

/** Folders of a person with new files, those with the newest first. */
function foldersWithNewFiles(db: Db, userId: number): Promise<{ id: number; last: number }[]> {
  const newest = onlyNewFiles(db.selectFrom('file'))
    .select(({ fn }) => fn.max('id').as('last'))
    .where('folder_id', '=', sql.ref<number>('folder.id'))
  const folders = accessibleFolders(db, userId).select(['folder.id', newest.as('last')])
  return db
    .selectFrom(folders.as('found'))
    .select((e) => ['id', e.ref('last').$notNull().as('last')])
    .where('last', 'is not', null)
    .orderBy('last', 'desc')
    .execute()
}

/** Returns at least the newest `limit` batches with new files of a folder, if it has as many. */
async function newestBatches(db: Db, folderId: number, limit: number): Promise<NewBatch[]> {
  const batches = new Map<string | null, NewBatch>()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = onlyNewFiles(db.selectFrom('file'))
      .select(['id', 'batch_id'])
      .where('folder_id', '=', folderId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(filesPerSum)
    const rows = await db
      .selectFrom(page.as('piece'))
      .select(({ fn }) => ['batch_id', fn.countAll().as('files')])
      .select(({ fn }) => [fn.max('id').as('last'), fn.min('id').as('first')])
      .groupBy('batch_id')
      .execute()
    for (const { batch_id: batchId, last } of rows)
      if (!batches.has(batchId)) batches.set(batchId, { folderId, batchId, last })
    const files = rows.reduce((sum, row) => sum + Number(row.files), 0)
    if (files < filesPerSum || batches.size >= limit) return [...batches.values()]
    before = Math.min(...rows.map(({ first }) => first))
    await yieldToLoop()
  }
}
