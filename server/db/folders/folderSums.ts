import { type SelectQueryBuilder, sql } from 'kysely'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { Db, Tables } from '../schema.ts'
import { answersBytes, sentBytes } from './quotas.ts'

export interface FolderSums {
  /** Files that are not in the trash, as the sums below but for `stored_bytes`. */
  file_count: number
  total_size: number
  /** Bytes that count towards quotas: files, rows and answers, and received bytes of unfinished uploads. */
  stored_bytes: number
  /** Files that none of the folder's people has downloaded or sent from its page. */
  undownloaded_count: number
  /** Files in the trash. */
  trashed_count: number
}

const noFiles: FolderSums = {
  file_count: 0,
  total_size: 0,
  stored_bytes: 0,
  undownloaded_count: 0,
  trashed_count: 0,
}

/** Number of files that one statement sums up: SQLite blocks the process meanwhile. */
export const filesPerSum = 10_000

/** Totals of these folders by id. Files that are added or deleted meanwhile may be counted or not. */
export async function sumsOfFolders(db: Db, ids: readonly number[]): Promise<Map<number, FolderSums>> {
  const sums = new Map(ids.map((id) => [id, { ...noFiles }]))
  if (ids.length === 0) return sums
  for await (const { folder_id, files, trashed, size, stored, undownloaded } of sumsOfFiles(db, ids)) {
    const sum = sums.get(folder_id)
    if (sum === undefined) continue
    sum.file_count += Number(files) - Number(trashed)
    sum.trashed_count += Number(trashed)
    sum.total_size += Number(size)
    sum.stored_bytes += Number(stored)
    sum.undownloaded_count += Number(undownloaded)
  }
  for (const { folder_id, bytes } of await bytesBesideFiles(db, ids)) {
    const sum = sums.get(folder_id)
    if (sum !== undefined) sum.stored_bytes += Number(bytes)
  }
  return sums
}

interface SumOfFiles {
  folder_id: number
  last: number
  files: number | string
  trashed: number | string
  size: number | string
  stored: number | string
  undownloaded: number | string
}

/** Iterates over the files by folder and id; a folder with many files is yielded several times. */
async function* sumsOfFiles(db: Db, ids: readonly number[]): AsyncGenerator<SumOfFiles> {
  let after = { folder: 0, file: 0 }
  for (;;) {
    const { rows } = await sql<SumOfFiles>`select folder_id, max(id) as last, count(*) as files,
        sum(case when trashed_at is null then 0 else 1 end) as trashed,
        sum(case when trashed_at is null then size else 0 end) as size, sum(sealed_size + row_bytes) as stored,
        sum(case when trashed_at is null and last_downloaded_admin is null and sent_by is null then 1 else 0 end)
          as undownloaded
      from (select folder_id, id, size, sealed_size, row_bytes, last_downloaded_admin, sent_by, trashed_at from file
        where folder_id in (${sql.join(ids)}) and (folder_id, id) > (${after.folder}, ${after.file})
        order by folder_id, id limit ${filesPerSum}) as piece
      group by folder_id order by folder_id`.execute(db)
    yield* rows
    const lastRow = rows.at(-1)
    if (lastRow === undefined || rows.reduce((sum, { files }) => sum + Number(files), 0) < filesPerSum) return
    after = { folder: lastRow.folder_id, file: lastRow.last }
    await yieldToLoop()
  }
}

export interface BatchSum {
  files: number
  bytes: number
  sealedBytes: number
  /** Time at which the last of the files arrived. */
  lastAt: string
  /** Verified address of a sender; null without one. */
  email: string | null
  /** Time at which the first of them is deleted; null if all stay. */
  firstExpiry: string | null
}

/** Totals of a sender's batch; undefined if none of its files exists. */
export const sumOfBatch = (
  db: Db,
  folderId: number,
  { batchId, email }: { batchId: string; email: string },
): Promise<BatchSum | undefined> =>
  sumOfFiles(
    db,
    db
      .selectFrom('file')
      .where('folder_id', '=', folderId)
      .where('batch_id', '=', batchId)
      .where('uploader_email', '=', email),
  )

/** Totals of the files of a query; undefined if there are none. */
export async function sumOfFiles(
  db: Db,
  files: SelectQueryBuilder<Tables, 'file', object>,
): Promise<BatchSum | undefined> {
  const sum: BatchSum = { files: 0, bytes: 0, sealedBytes: 0, lastAt: '', email: null, firstExpiry: null }
  for (let after = 0; ;) {
    const page = files
      .select(['id', 'size', 'sealed_size', 'upload_time', 'uploader_email', 'expires_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(filesPerSum)
    const piece = await db
      .selectFrom(page.as('piece'))
      .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes'), fn.max('id').as('last')])
      .select(({ fn }) => [fn.sum('sealed_size').as('sealed'), fn.max('upload_time').as('lastAt')])
      .select(({ fn }) => [fn.min('expires_at').as('firstExpiry')])
      .select(({ fn }) => [
        fn.min('uploader_email').as('firstEmail'),
        fn.max('uploader_email').as('lastEmail'),
        fn.count('uploader_email').as('emails'),
      ])
      .executeTakeFirstOrThrow()
    const isOneSender = piece.firstEmail === piece.lastEmail && Number(piece.emails) === Number(piece.files)
    const email = isOneSender ? piece.firstEmail : null
    if (sum.files === 0) sum.email = email
    else if (Number(piece.files) > 0 && email !== sum.email) sum.email = null
    sum.files += Number(piece.files)
    sum.bytes += Number(piece.bytes)
    sum.sealedBytes += Number(piece.sealed)
    if (piece.lastAt > sum.lastAt) sum.lastAt = piece.lastAt
    if (piece.firstExpiry !== null && piece.firstExpiry < (sum.firstExpiry ?? '~'))
      sum.firstExpiry = piece.firstExpiry
    if (Number(piece.files) < filesPerSum) return sum.files === 0 ? undefined : sum
    after = piece.last
    await yieldToLoop()
  }
}

async function bytesBesideFiles(db: Db, ids: readonly number[]) {
  const answers = await db
    .selectFrom('batch_answers')
    .select(['folder_id', (e) => e.fn.sum<number | string | null>(answersBytes).as('bytes')])
    .where('folder_id', 'in', ids)
    .groupBy('folder_id')
    .execute()
  const unfinished = await db
    .selectFrom('upload')
    .select(['folder_id', (e) => e.fn.sum<number | string | null>(sentBytes).as('bytes')])
    .where('folder_id', 'in', ids)
    .where('confirmed_at', 'is', null)
    .groupBy('folder_id')
    .execute()
  return [...answers, ...unfinished]
}
