import { type RawBuilder, sql } from 'kysely'
import { mostRowBytes } from './rowBytes.ts'
import type { Db } from './schema.ts'
import { countOf } from './rowCounts.ts'

/** Parts that are kept free beyond what was sent of a running upload, and no more than was sent. */
export const windowParts = 4

/**
 * Bytes of a folder's files, of their rows, of answers that came with them, and of unfinished uploads. Of those it counts
 * what was sent, as far as it is not more than was announced, the row that it may become, and a window for what comes next
 * where a part came, or is coming, after `runningSince`.
 */
export const bytesOfFolder = (db: Db, folderId: number, runningSince: string): Promise<number> =>
  bytesIn(db, sql`= ${folderId}`, runningSince)

/** As `bytesOfFolder`, of all folders that count towards an account. */
export const bytesOfAccount = (db: Db, userId: number, runningSince: string): Promise<number> =>
  bytesIn(db, sql`in (${foldersPaidBy(userId)})`, runningSince)

/** What a folder may take by its owners' will, and who pays for it; undefined once it is gone. */
export interface BoundsOfFolder {
  quotaBytes: number | null
  payerId: number
  /** Of the payer's account; null: as configured for all. */
  accountBytes: number | null
}

export async function boundsOfFolder(db: Db, folderId: number): Promise<BoundsOfFolder | undefined> {
  const row = await db
    .selectFrom('folder')
    .innerJoin('folder_member', 'folder_member.folder_id', 'folder.id')
    .leftJoin('account_quota', 'account_quota.user_id', 'folder_member.user_id')
    .select(['quota_bytes', 'folder_member.user_id', 'bytes'])
    .where('folder.id', '=', folderId)
    .where('role', '=', 'owner')
    .orderBy('since')
    .orderBy('folder_member.user_id')
    .limit(1)
    .executeTakeFirst()
  return row && { quotaBytes: row.quota_bytes, payerId: row.user_id, accountBytes: row.bytes }
}

/** A folder counts towards the account of one person: of its owners that who was in it first. */
const foldersPaidBy = (userId: number) => sql`select m.folder_id from folder_member m
  where m.user_id = ${userId} and m.role = 'owner' and not exists (
    select 1 from folder_member o
    where o.folder_id = m.folder_id and o.role = 'owner'
      and (o.since < m.since or (o.since = m.since and o.user_id < m.user_id)))`

/** Folders that count towards an account. */
export const countFoldersOfAccount = (db: Db, userId: number): Promise<number> =>
  countOf(db.selectFrom('folder').where(sql<boolean>`id in (${foldersPaidBy(userId)})`))

async function bytesIn(db: Db, folders: RawBuilder<unknown>, runningSince: string): Promise<number> {
  const stored = await db
    .selectFrom('folder')
    .select(sumOf(sql`kept_bytes`).as('bytes'))
    .where(sql<boolean>`id ${folders}`)
    .executeTakeFirstOrThrow()
  const unfinished = await db
    .selectFrom('upload')
    .select(
      sumOf(sql`case
      when last_part_at > ${runningSince} then ${sentBytes} + ${keptForRow} + ${windowBytes}
      else ${sentBytes} + ${keptForRow} end`).as('bytes'),
    )
    .where(sql<boolean>`folder_id ${folders}`)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(stored.bytes) + Number(unfinished.bytes)
}

/**
 * Counts what files with their rows, or answers, add to their folders, less than nothing for those that go. To be run in
 * the transaction that adds or removes them: the total of a folder is their sum at any moment.
 */
export async function countKept(
  trx: Db,
  rows: readonly { folder_id: number; bytes: number }[],
): Promise<void> {
  const byFolder = new Map<number, number>()
  for (const { folder_id, bytes } of rows) byFolder.set(folder_id, (byFolder.get(folder_id) ?? 0) + bytes)
  for (const [id, bytes] of [...byFolder].sort(([a], [b]) => a - b))
    await trx
      .updateTable('folder')
      .set((e) => ({ kept_bytes: e('kept_bytes', '+', bytes) }))
      .where('id', '=', id)
      .execute()
}

/** Bytes that uploads in parts of all folders send next, those to which a part came, or is coming, after `since`. */
export async function windowsOfUploads(db: Db, since: string): Promise<number> {
  const running = await db
    .selectFrom('upload')
    .select(sumOf(windowBytes).as('bytes'))
    .where('last_part_at', '>', since)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(running.bytes)
}

/** Of an unfinished upload, as far as it is not more than was announced. */
export const sentBytes = sql<number | string>`case when sent_bytes > size then size else sent_bytes end`
/**
 * What its row may take once it is a file, so that it is not refused after its bytes have come; none of one to which
 * nothing was ever sent: announcing is free.
 */
const keptForRow = sql`case when sent_bytes = 0 then 0 else ${sql.lit(mostRowBytes)} end`
/**
 * Of one that is running: never more than was sent of it, so that others cannot be kept out by whoever sends little; none
 * before a part has come whole, since one that is coming counts as sent from its first byte on.
 */
const windowBytes = sql`case
  when first_part_at is null or sent_bytes >= size then 0
  when sent_bytes < ${sql.lit(windowParts)} * part_size and sent_bytes < size - sent_bytes then sent_bytes
  when size - sent_bytes < ${sql.lit(windowParts)} * part_size then size - sent_bytes
  else ${sql.lit(windowParts)} * part_size end`

/** Length of a batch's answers in bytes; databases know it without reading them. */
export const answersBytes = sql<number>`octet_length(answers)`

const sumOf = (bytes: RawBuilder<unknown>): RawBuilder<number | string | null> => sql`sum(${bytes})`
