import { type Kysely, type RawBuilder, sql } from 'kysely'
import { answersBytes } from './quotas.ts'
import type { Db, Tables } from '../schema.ts'
import { transact } from '../transact.ts'

/** A folder whose running total (`kept_bytes`) is not what its rows add up to. */
export interface WrongTotal {
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
 * Instances keep the totals right themselves; those of a build from before them, which go on beside newer ones until they
 * are restarted, do not. Closed folders count for nobody, and lose rows without being counted.
 */
export async function findWrongTotals(db: Db): Promise<WrongTotal[]> {
  const rows = await db
    .selectFrom('folder')
    .select(['id', 'title', 'kept_bytes', summedBytes.as('summed')])
    .where(sql<boolean>`exists (select 1 from folder_member where folder_member.folder_id = folder.id)`)
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
    const ofFolder = (trx: Db) => trx.updateTable('folder').where('id', '=', id)
    await transact(db, async (trx) => {
      // Whoever counts for this folder waits from here on, and what was counted before is seen by the next statement.
      await ofFolder(trx)
        .set((e) => ({ kept_bytes: e.ref('kept_bytes') }))
        .execute()
      await ofFolder(trx)
        .set({ kept_bytes: sql<number>`${summedBytes}` })
        .execute()
    })
  }
}
