import { type Kysely, type RawBuilder, sql } from 'kysely'
import { answersBytes } from './quotas.ts'
import type { Db, Tables } from '../schema.ts'
import { transact } from '../transact.ts'

/** A folder whose running total (`kept_bytes`) is not what its rows add up to. */
export interface WrongFolderTotal {
  folder_id: number
  title: string
  recorded: number
  summed: number
}

/** Sum of the rows of a folder, in bytes, as quotas count them. */
const summedBytes: RawBuilder<number | string> = sql`
  coalesce((select sum(sealed_size + row_bytes) from file where file.folder_id = folder.id), 0)
  + coalesce((select sum(${answersBytes}) from batch_answers where batch_answers.folder_id = folder.id), 0)`

/**
 * Finds folders with wrong totals. Servers of a build without these totals, which run beside newer ones until they are
 * restarted, do not update them. Closed folders are left out: they count towards no quota, and their totals are not
 * updated while their rows are removed.
 */
export async function findWrongFolderTotals(db: Db): Promise<WrongFolderTotal[]> {
  const rows = await db
    .selectFrom('folder')
    .select(['id', 'title', 'kept_bytes', summedBytes.as('summed')])
    .where(
      sql<boolean>`(trashed_at is not null
        or exists (select 1 from folder_member where folder_member.folder_id = folder.id))`,
    )
    .where(sql<boolean>`kept_bytes <> ${summedBytes}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, title, kept_bytes, summed }) => ({
    folder_id: id,
    title,
    recorded: kept_bytes,
    summed: Number(summed),
  }))
}

/** Sets the totals of these folders to what their rows add up to; files may come and go meanwhile. */
export async function repairFolderTotals(db: Kysely<Tables>, folderIds: readonly number[]): Promise<void> {
  for (const id of folderIds) {
    const updateFolder = (trx: Db) => trx.updateTable('folder').where('id', '=', id)
    await transact(db, async (trx) => {
      // Locks the row: later changes of the total wait, and the next statement sees the rows of earlier ones.
      await updateFolder(trx)
        .set((e) => ({ kept_bytes: e.ref('kept_bytes') }))
        .execute()
      await updateFolder(trx)
        .set({ kept_bytes: sql<number>`${summedBytes}` })
        .execute()
    })
  }
}
