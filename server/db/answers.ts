import type { BatchAnswers } from '../../contract/schemas/folders.ts'
import type { Db, FileRow } from './schema.ts'
import { answersBytes, countKept } from './space.ts'

/**
 * What came first stays: files that name other answers show their owner that these are not theirs. To be run in the
 * transaction that makes files of the batch.
 */
export async function keepAnswers(
  trx: Db,
  folderId: number,
  { batch_id, answers }: BatchAnswers,
): Promise<void> {
  const kept = await trx
    .insertInto('batch_answers')
    .values({ folder_id: folderId, batch_id, answers })
    .onConflict((conflict) => conflict.columns(['folder_id', 'batch_id']).doNothing())
    .returning(['folder_id', answersBytes.as('bytes')])
    .execute()
  await countKept(trx, kept)
}

/** In the order of the ids of their batches; `after`: only those behind it. */
export function answersIn(
  db: Db,
  folderId: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<BatchAnswers[]> {
  return db
    .selectFrom('batch_answers')
    .select(['batch_id', 'answers'])
    .where('folder_id', '=', folderId)
    .$if(after !== undefined, (rows) => rows.where('batch_id', '>', after ?? ''))
    .orderBy('batch_id')
    .limit(limit)
    .execute()
}

/** Deletes the answers of batches of which no file is left; these files are gone. */
export async function deleteLoneAnswers(
  db: Db,
  files: readonly Pick<FileRow, 'folder_id' | 'batch_id'>[],
): Promise<void> {
  const batches = new Map<number, Set<string>>()
  for (const { folder_id, batch_id } of files) {
    if (batch_id !== null) batches.set(folder_id, (batches.get(folder_id) ?? new Set()).add(batch_id))
  }
  for (const [folderId, ids] of batches) {
    const gone = await db
      .deleteFrom('batch_answers')
      .where('folder_id', '=', folderId)
      .where('batch_id', 'in', [...ids])
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('file')
              .select('file.id')
              .whereRef('file.folder_id', '=', 'batch_answers.folder_id')
              .whereRef('file.batch_id', '=', 'batch_answers.batch_id'),
          ),
        ),
      )
      .returning(['folder_id', answersBytes.as('bytes')])
      .execute()
    await countKept(
      db,
      gone.map(({ folder_id, bytes }) => ({ folder_id, bytes: -bytes })),
    )
  }
}
