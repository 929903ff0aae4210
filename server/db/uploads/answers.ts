import type { ExpressionBuilder } from 'kysely'
import type { BatchAnswers } from '../../../contract/schemas/folders.ts'
import type { Db, FileRow, Tables } from '../schema.ts'
import { answersBytes, addToFolderTotals } from '../folders/quotas.ts'

/**
 * Stores the answers of a batch unless it has some already: the first ones stay. The manifests of files that came with
 * other answers show that the stored ones do not belong to them. Run it in the transaction that inserts files of the
 * batch.
 */
export async function insertAnswers(trx: Db, folderId: number, { batch_id, answers }: BatchAnswers) {
  const inserted = await trx
    .insertInto('batch_answers')
    .values({ folder_id: folderId, batch_id, answers })
    .onConflict((conflict) => conflict.columns(['folder_id', 'batch_id']).doNothing())
    .returning(['folder_id', answersBytes.as('bytes')])
    .execute()
  await addToFolderTotals(trx, inserted)
}

/** Returns at most `limit` answers of a folder that came with a file that is not in the trash, ordered by batch id, starting behind `after`. */
export function listBatchAnswers(
  db: Db,
  folderId: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<BatchAnswers[]> {
  return db
    .selectFrom('batch_answers')
    .select(['batch_id', 'answers'])
    .where('folder_id', '=', folderId)
    .where((e) => e.exists(filesOfBatch(e).where('file.trashed_at', 'is', null)))
    .$if(after !== undefined, (rows) => rows.where('batch_id', '>', after ?? ''))
    .orderBy('batch_id')
    .limit(limit)
    .execute()
}

const filesOfBatch = (e: ExpressionBuilder<Tables, 'batch_answers'>) =>
  e
    .selectFrom('file')
    .select('file.id')
    .whereRef('file.folder_id', '=', 'batch_answers.folder_id')
    .whereRef('file.batch_id', '=', 'batch_answers.batch_id')

/** Deletes answers whose batch has no files any more, even in the trash. Call it after the deletion of `files`, in the same transaction. */
export async function deleteOrphanedAnswers(
  db: Db,
  files: readonly Pick<FileRow, 'folder_id' | 'batch_id'>[],
): Promise<void> {
  const batches = new Map<number, Set<string>>()
  for (const { folder_id, batch_id } of files) {
    if (batch_id !== null) batches.set(folder_id, (batches.get(folder_id) ?? new Set()).add(batch_id))
  }
  for (const [folderId, ids] of batches) {
    const deleted = await db
      .deleteFrom('batch_answers')
      .where('folder_id', '=', folderId)
      .where('batch_id', 'in', [...ids])
      .where((e) => e.not(e.exists(filesOfBatch(e))))
      .returning(['folder_id', answersBytes.as('bytes')])
      .execute()
    const freed = deleted.map(({ folder_id, bytes }) => ({ folder_id, bytes: -bytes }))
    await addToFolderTotals(db, freed)
  }
}
