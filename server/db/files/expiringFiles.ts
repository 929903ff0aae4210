import { sql } from 'kysely'
import { expiryAfter } from '../../../contract/operatorRules.ts'
import { findsRow } from '../rowCounts.ts'
import { rowsPerRemoval } from '../removeSomeRows.ts'
import type { Db } from '../schema.ts'
import { eraseIfStillFound } from './files.ts'

/**
 * [Note: Retention]
 *
 * Files of a folder with `retention_days` get a date when they arrive, `expires_at`, which senders are told. It can be put
 * off, and never brought forward; changes of the folder hold for files that arrive later. The sweep erases files after
 * that date, also from the trash, unless the clock may be wrong ([Note: Clock of the sweep]).
 */

/** When a file is deleted that arrives in a folder; null if it stays. Run it in a transaction that holds the folder. */
export async function promisedExpiry(trx: Db, folderId: number, uploadTime: string): Promise<string | null> {
  const { retention_days: days } = await trx
    .selectFrom('folder')
    .select('retention_days')
    .where('id', '=', folderId)
    .executeTakeFirstOrThrow()
  return days === null ? null : expiryAfter(uploadTime, days)
}

/** Puts off the dates of files that have an earlier one. @param until null for never */
export async function putOffExpiry(db: Db, ids: readonly number[], until: string | null): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('file')
    .set({ expires_at: until })
    .where('id', 'in', ids)
    .$if(until !== null, (query) => query.where('expires_at', '<', until))
    .execute()
}

/**
 * Erases some files whose date has passed by `now`.
 * @returns the number of those it found, and what it erased by folder
 */
export async function eraseSomeExpiredFiles(trx: Db, now: string) {
  const find = (db: Db) => expiredFiles(db, now)
  const found = await find(trx).orderBy('expires_at').limit(rowsPerRemoval).execute()
  return { found: found.length, erased: await eraseIfStillFound(trx, found, find, now) }
}

const expiredFiles = (db: Db, now: string) =>
  db.selectFrom('file').select(['id', 'folder_id', 'trashed_at']).where('expires_at', '<=', now)

export const hasExpiredFiles = (db: Db, now: string): Promise<boolean> =>
  findsRow(expiredFiles(db, now).limit(1))

/** When the first of a link's files is deleted; null if all stay. */
export async function firstExpiryOfLink(db: Db, linkId: number): Promise<string | null> {
  const row = await db
    .selectFrom('download_link_file')
    .innerJoin('file', 'file.id', 'file_id')
    .select((e) => e.fn.min('expires_at').as('first'))
    .where('link_id', '=', linkId)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  return row?.first ?? null
}

/** Files that are deleted soon, and that none of the folder's people has downloaded. */
export interface ExpiringFiles {
  files: number
  bytes: number
  /** When the first of them is deleted. */
  first: string
}

/** Folders with files that are deleted in the time between, of which no mail has told yet. */
export async function foldersToWarn(
  db: Db,
  { after, until, minDays }: { after: string; until: string; minDays: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('file')
    .innerJoin('folder', 'folder.id', 'folder_id')
    .select('folder_id')
    .distinct()
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .where('last_downloaded_admin', 'is', null)
    .where('file.trashed_at', 'is', null)
    .where('folder.trashed_at', 'is', null)
    .where(sql<boolean>`coalesce(retention_days, ${minDays}) >= ${minDays}`)
    .where(sql<boolean>`expires_at > coalesce(expiry_mailed_until, '')`)
    .execute()
  return rows.map(({ folder_id }) => folder_id)
}

/**
 * Returns the files of a folder that are deleted by `until`, without those of which a mail has told, and records that one
 * tells of these. Run it in a transaction that holds the folder.
 */
export async function takeExpiringFiles(
  trx: Db,
  folderId: number,
  { after, until }: { after: string; until: string },
): Promise<ExpiringFiles | undefined> {
  const { files, bytes, first } = await trx
    .selectFrom('file')
    .innerJoin('folder', 'folder.id', 'folder_id')
    .select((e) => [
      e.fn.countAll<number | string>().as('files'),
      e.fn.sum<number | string | null>('size').as('bytes'),
      e.fn.min('expires_at').as('first'),
    ])
    .where('folder_id', '=', folderId)
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .where('last_downloaded_admin', 'is', null)
    .where('file.trashed_at', 'is', null)
    .where(sql<boolean>`expires_at > coalesce(expiry_mailed_until, '')`)
    .executeTakeFirstOrThrow()
  if (first === null) return undefined
  await trx.updateTable('folder').set({ expiry_mailed_until: until }).where('id', '=', folderId).execute()
  return { files: Number(files), bytes: Number(bytes), first }
}
