import { type RawBuilder, sql } from 'kysely'
import { isoBefore } from '../../util/isoTime.ts'
import { maxRowBytes } from '../files/rowBytes.ts'
import type { Db } from '../schema.ts'
import { countRows } from '../rowCounts.ts'

/** Number of parts that are reserved for a running upload beyond the bytes received, but never more bytes than those. */
export const reservedParts = 4

/** Folders that a quota counts: a condition on their ids. */
export type CountedFolders = RawBuilder<unknown>

export const singleFolder = (folderId: number): CountedFolders => sql`= ${folderId}`
/** All folders that count towards an account, with those in the trash. */
export const accountFolders = (userId: number): CountedFolders => sql`in (${foldersOfAccount(userId)})`

/** Bytes that all folders of an account use, see `usedBytesOf`. */
export const usedBytesOfAccount = (db: Db, userId: number, runningSince: string): Promise<number> =>
  usedBytesOf(db, accountFolders(userId), runningSince)

/** Bytes of what was moved to the trash before `trashedBefore`, and may be erased where a quota needs them. */
export async function erasableBytesOf(
  db: Db,
  folders: CountedFolders,
  trashedBefore: string,
): Promise<number> {
  const files = await db
    .selectFrom('file')
    .innerJoin('folder', 'folder.id', 'folder_id')
    .select(sumOf(sql`sealed_size + row_bytes`).as('bytes'))
    .where('file.trashed_at', '<=', trashedBefore)
    // The others count with their folder.
    .where((e) => e.or([e('folder.trashed_at', 'is', null), e('folder.trashed_at', '>', trashedBefore)]))
    .where(sql<boolean>`folder_id ${folders}`)
    .executeTakeFirstOrThrow()
  const wholeFolders = await db
    .selectFrom('folder')
    .select(sumOf(sql`kept_bytes`).as('bytes'))
    .where('trashed_at', '<=', trashedBefore)
    .where(sql<boolean>`id ${folders}`)
    .executeTakeFirstOrThrow()
  return Number(files.bytes) + Number(wholeFolders.bytes)
}

/** Time after which what is in the trash may be erased for the sake of a quota. */
const minTrashSeconds = 24 * 3600
export const erasableBefore = (now: Date): string => isoBefore(now, minTrashSeconds)

const runningSeconds = 600
/** Time after which an upload in parts must have received something to count as running: the rest may never arrive. */
export const runningAfter = (now: Date): string => isoBefore(now, runningSeconds)

/** Quota of an account, Infinity for none. @param set by the operator, as of `findAccountQuota` @param byDefault undefined for none */
export const accountQuota = (set: number | null, byDefault: number | undefined): number =>
  set === null ? (byDefault ?? Infinity) : set === 0 ? Infinity : set

interface FolderQuotas {
  /** Quota of the folder itself; null for the configured default. */
  quotaBytes: number | null
  accountId: number
  /** Quota of the account, as of `findAccountQuota`. */
  accountQuotaBytes: number | null
}

/** Quotas of a folder and of the account that it counts towards; undefined for no folder. */
export async function quotasOfFolder(db: Db, folderId: number): Promise<FolderQuotas | undefined> {
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
  return row && { quotaBytes: row.quota_bytes, accountId: row.user_id, accountQuotaBytes: row.bytes }
}

/** Account that a folder counts towards; undefined for no folder. */
export async function accountOfFolder(db: Db, folderId: number): Promise<number | undefined> {
  return (await quotasOfFolder(db, folderId))?.accountId
}

/** Quota that the operator has set for an account, in bytes; 0 for no limit, null for the configured default. */
export async function findAccountQuota(db: Db, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('account_quota')
    .select('bytes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.bytes ?? null
}

export async function setAccountQuota(db: Db, userId: number, bytes: number | null): Promise<void> {
  await db
    .insertInto('account_quota')
    .values({ user_id: userId, bytes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ bytes }))
    .execute()
}

/** Locks the account's quota until the transaction ends, so that additions to its other folders wait. */
export async function lockAccountQuota(trx: Db, userId: number): Promise<void> {
  await trx
    .insertInto('account_quota')
    .values({ user_id: userId, bytes: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({ bytes: e.ref('account_quota.bytes') })),
    )
    .execute()
}

/** Folders that count towards an account: those in which the person has been owner for the longest time. */
const foldersOfAccount = (userId: number) =>
  sql`${firstOwnedFolders('folder_member', userId)} union all ${firstOwnedFolders('trashed_member', userId)}`

const firstOwnedFolders = (table: 'folder_member' | 'trashed_member', userId: number) => sql`
  select m.folder_id from ${sql.table(table)} m
  where m.user_id = ${userId} and m.role = 'owner' and not exists (
    select 1 from ${sql.table(table)} o
    where o.folder_id = m.folder_id and o.role = 'owner'
      and (o.since < m.since or (o.since = m.since and o.user_id < m.user_id)))`

export const countFoldersOfAccount = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('folder').where(sql<boolean>`id in (${foldersOfAccount(userId)})`))

/**
 * Bytes of the files of folders, their rows, the answers that came with them, and unfinished uploads. An unfinished upload
 * counts with its received bytes up to the announced size, with the row of its future file and, if a part of it was
 * received after `runningSince` or is being received, with the window that is reserved for its next parts.
 */
export async function usedBytesOf(db: Db, folders: CountedFolders, runningSince: string): Promise<number> {
  const stored = await db
    .selectFrom('folder')
    .select(sumOf(sql`kept_bytes`).as('bytes'))
    .where(sql<boolean>`id ${folders}`)
    .executeTakeFirstOrThrow()
  const unfinished = await db
    .selectFrom('upload')
    .select(
      sumOf(sql`case
      when last_part_at > ${runningSince} then ${sentBytes} + ${reservedRowBytes} + ${reservedPartBytes}
      else ${sentBytes} + ${reservedRowBytes} end`).as('bytes'),
    )
    .where(sql<boolean>`folder_id ${folders}`)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(stored.bytes) + Number(unfinished.bytes)
}

/**
 * Adds bytes of files with their rows, or of answers, to the totals of their folders; negative for deleted ones. Run it
 * in the transaction that adds or removes them, so that the total of a folder is their sum at any time.
 */
export async function addToFolderTotals(
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

/** Bytes reserved for the next parts of all running uploads: those that receive, or received, a part after `since`. */
export async function reservedUploadBytes(db: Db, since: string): Promise<number> {
  const running = await db
    .selectFrom('upload')
    .select(sumOf(reservedPartBytes).as('bytes'))
    .where('last_part_at', '>', since)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(running.bytes)
}

/** Received bytes of an unfinished upload, up to the announced size. */
export const sentBytes = sql<number | string>`case when sent_bytes > size then size else sent_bytes end`
/** Bytes reserved for the row of its file; none if nothing was ever sent, as announcing is free. */
const reservedRowBytes = sql`case when sent_bytes = 0 then 0 else ${sql.lit(maxRowBytes)} end`
/**
 * Window of a running upload. Never more than was received of it, so that nobody can block others by sending little;
 * none before a part is complete, as an incoming one counts as received from its first byte on.
 */
const reservedPartBytes = sql`case
  when first_part_at is null or sent_bytes >= size then 0
  when sent_bytes < ${sql.lit(reservedParts)} * part_size and sent_bytes < size - sent_bytes then sent_bytes
  when size - sent_bytes < ${sql.lit(reservedParts)} * part_size then size - sent_bytes
  else ${sql.lit(reservedParts)} * part_size end`

/** Length of a batch's answers in bytes, which databases know without reading them. */
export const answersBytes = sql<number>`octet_length(answers)`

const sumOf = (bytes: RawBuilder<unknown>): RawBuilder<number | string | null> => sql`sum(${bytes})`
